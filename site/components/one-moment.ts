import { ONE_MOMENT_PATH } from '../../api/contract/pages.js';

/** The server itself holds each of these back for a moment. */
const ASK_EVERY_MS = 3_000;

/**
 * Asks the address that this page stands in for until there is something else at it, while somebody looks.
 * @param again what does so at once
 * @param open loads the address anew, with the place in its page
 */
export function openWhenReady(again: HTMLElement | null, open: () => void, askEveryMs = ASK_EVERY_MS): void {
  again?.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  // At its own address there is nothing to wait for.
  if (location.pathname.startsWith(ONE_MOMENT_PATH)) return;
  const ask = async () => {
    if (!document.hidden && (await isReady())) open();
    else setTimeout(() => void ask(), askEveryMs);
  };
  setTimeout(() => void ask(), askEveryMs);
}

async function isReady(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

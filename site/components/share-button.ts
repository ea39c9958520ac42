import { COPY_CONFIRMATION_MS } from '../../api/contract/limits.js';
import { copyText } from './copy-text.js';

/** Share buttons: `[data-share]` holds a path, or nothing for the address of the page itself. */
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null;
  if (button) void share(button);
});

const timers = new WeakMap<HTMLElement, number>();

async function share(button: HTMLElement): Promise<void> {
  const address = new URL(button.dataset.share || location.href, location.href).href;
  const isCopied = await copyText(address);
  if (!isCopied) {
    // Without a clipboard the address can still be copied by hand.
    window.prompt('Copy this link', address);
    return;
  }
  clearTimeout(timers.get(button));
  button.dataset.copied = '';
  timers.set(
    button,
    window.setTimeout(() => delete button.dataset.copied, COPY_CONFIRMATION_MS),
  );
}

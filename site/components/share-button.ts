import { COPY_CONFIRMATION_MS } from '../../api/contract/common/screen-numbers.js';

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

/** Puts a text on the clipboard; false when the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard over plain http, or permission refused: the old way may still work.
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

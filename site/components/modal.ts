/** Modal dialogs of static pages: native <dialog> elements, opened by any `[data-opens="id of the dialog"]`. */
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const opener = target.closest<HTMLElement>('[data-opens]');
  if (opener) open(opener);
  // The dialog itself is hit only beside its content, on the backdrop.
  else if (target instanceof HTMLDialogElement && target.matches('[data-modal]')) target.close();
});

function open(opener: HTMLElement): void {
  const dialog = document.getElementById(opener.dataset.opens ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  opener.closest('dialog')?.close();
  dialog.showModal();
}

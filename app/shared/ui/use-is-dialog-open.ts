import { useSyncExternalStore } from 'react';

/** Whether anything lies over the page, such as a question, or words that are being written. */
export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(watchDialogs, () => document.querySelector('[data-modal]') !== null);
}

function watchDialogs(onChange: () => void): () => void {
  const watching = new MutationObserver(onChange);
  // Also where dialogs have a place of their own within the page.
  watching.observe(document.body, { childList: true, subtree: true });
  return () => watching.disconnect();
}

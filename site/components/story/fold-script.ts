/**
 * Folds the chapters before they are painted. They stand open in the HTML, so that the whole story can be read
 * (and printed, and found) where no script runs.
 */
export const FOLD_SCRIPT =
  "for (const chapter of document.querySelectorAll('details[data-clip]:not([data-overview])')) chapter.open = false";

/** On paper every chapter is open; afterwards they are as they were. */
export function openForPrint(root: HTMLElement): void {
  let folded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...root.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const chapter of folded) chapter.open = true;
  });
  addEventListener('afterprint', () => {
    for (const chapter of folded) chapter.open = false;
  });
}

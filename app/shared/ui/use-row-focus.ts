import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Keeps the keyboard in its place when a row, or what was pressed in it, goes: `focusAt(index)` moves the focus to the
 * row that now stands there, to the last one behind the end, or to `fallback` when no row is left. `keepFocusAt(index)` does
 * so only where the focus is lost: whoever has gone on meanwhile is left where they are.
 * `list` is the ref of the element whose children are the rows, or in which they bear `data-row`.
 */
export function useRowFocus<Fallback extends HTMLElement>() {
  const fallback = useRef<Fallback>(null);
  const rowsParent = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<{ index: number; isKept: boolean } | null>(null);

  const list = useCallback((element: HTMLElement | null) => {
    rowsParent.current = element;
  }, []);

  useEffect(() => {
    if (!wanted) return;
    // A closing dialog gives the focus back in a timer of its own, set before this one.
    const timer = setTimeout(() => {
      if (wanted.isKept && document.activeElement !== document.body) return;
      const marked = rowsParent.current?.querySelectorAll('[data-row]');
      const rows = marked?.length ? marked : rowsParent.current?.children;
      const row = rows?.[Math.min(wanted.index, rows.length - 1)];
      (row instanceof HTMLElement ? row : fallback.current)?.focus({ preventScroll: wanted.isKept });
    });
    return () => clearTimeout(timer);
  }, [wanted]);

  return {
    fallback,
    list,
    focusAt: (index: number) => setWanted({ index, isKept: false }),
    keepFocusAt: (index: number) => setWanted({ index, isKept: true }),
  };
}

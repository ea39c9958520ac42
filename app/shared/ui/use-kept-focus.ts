import { type RefObject, useEffect, useRef } from 'react';

/** When what had the focus has gone, as `shown` changed, the focus goes to `target`, without moving the page. */
export function useKeptFocus(target: RefObject<HTMLElement | null>, shown: string): void {
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [target, shown]);
}

import { type RefObject, useEffect, useRef } from 'react';

/** When what had the focus has gone, or takes none now, as `shown` changed, the focus goes to `target`, without moving the page. */
export function useKeptFocus(target: RefObject<HTMLElement | null>, shown: string): void {
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    const { activeElement } = document;
    // A browser takes the focus from what is disabled at once or later.
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      target.current?.focus({ preventScroll: true });
  }, [target, shown]);
}

import { type RefObject, useEffect } from 'react';

/** Where one arrives at a new step: at the top of the page, with the focus on its heading. */
export function useArrival(heading: RefObject<HTMLElement | null>, isNew = true): void {
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [heading, isNew]);
}

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For what goes with a press in it, while what was asked for is read: the focus then goes to the heading above it, unless
 * something else has taken it. Returns the ref of its box.
 */
export function useFocusOnLeaving(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const heading = current.closest('section, [role=dialog], main')?.querySelector<HTMLElement>('h1, h2, h3');
      if (heading) queueMicrotask(() => leadTo(heading));
    };
  }, []);
  return box;
}

function leadTo(heading: HTMLElement): void {
  if (!heading.isConnected || document.activeElement !== document.body) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

import { type ReactNode, useEffect, useRef } from 'react';

interface DockProps {
  /** Something is recorded: then it stays in view on the smallest of screens. */
  isRolling?: boolean;
  children: ReactNode;
}

/** What a step of the interview is done with. It stays in view at the bottom of a phone, and toasts stand above it. */
export function Dock({ isRolling = false, children }: DockProps) {
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => (dock.current ? tellHeight(dock.current, isRolling) : undefined), [isRolling]);
  return (
    <div ref={dock} className="dock" data-dock>
      {children}
    </div>
  );
}

/** A larger part would leave too little to look at. */
const MOST_OF_SCREEN = 0.45;

/**
 * Lets the styles of the page know how much of the screen's bottom the dock takes, as `--dock-height`. Where that is
 * too much, as in a zoom with wide letters, it gives way (`data-gives-way`), unless it has to end a recording.
 */
function tellHeight(dock: HTMLElement, isRolling: boolean): () => void {
  const { style } = document.documentElement;
  const tell = () => {
    const height = dock.offsetHeight;
    const givesWay = height > innerHeight * MOST_OF_SCREEN && !isRolling;
    dock.toggleAttribute('data-gives-way', givesWay);
    style.setProperty('--dock-height', `${givesWay ? 0 : Math.min(height, Math.round(innerHeight / 2))}px`);
  };
  tell();
  const sizes = new ResizeObserver(tell);
  sizes.observe(dock);
  addEventListener('resize', tell);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', tell);
    style.removeProperty('--dock-height');
  };
}

import { type ReactNode, useEffect, useRef } from 'react';

interface DockProps {
  /** Something is recorded: then it stays in view on the smallest of screens. */
  isRolling?: boolean;
  children: ReactNode;
}

/** What a step of the interview is done with. It stays in view at the bottom of a phone, and toasts stand above it. */
export function Dock({ isRolling = false, children }: DockProps) {
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => (dock.current ? tellHeight(dock.current) : undefined), []);
  return (
    <div ref={dock} className="dock" data-dock data-rolling={isRolling || undefined}>
      {children}
    </div>
  );
}

/** Lets the styles of the page know how much of the screen's bottom the dock takes, as `--dock-height`. */
function tellHeight(dock: HTMLElement): () => void {
  const { style } = document.documentElement;
  const tell = () => {
    const taken = Math.min(innerHeight - dock.getBoundingClientRect().top, innerHeight / 2);
    style.setProperty('--dock-height', `${Math.max(0, Math.round(taken))}px`);
  };
  const sizes = new ResizeObserver(tell);
  sizes.observe(dock);
  addEventListener('resize', tell);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', tell);
    style.removeProperty('--dock-height');
  };
}

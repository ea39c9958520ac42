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
 * too much, as in a zoom with wide letters, its status gives way, and where the controls alone are too much all of it
 * (`data-gives-way`), unless it has to end a recording. `--dock-rise` is how far up it reaches where it stands just now:
 * at the end of a short page that is not the bottom of the screen.
 */
function tellHeight(dock: HTMLElement, isRolling: boolean): () => void {
  const { style } = document.documentElement;
  const tell = () => {
    const most = innerHeight * MOST_OF_SCREEN;
    const height = dock.offsetHeight;
    const status = dock.querySelector<HTMLElement>('.dock-status')?.offsetHeight ?? 0;
    let way: 'status' | 'all' | null = null;
    if (height > most && !isRolling) way = status > 0 && height - status <= most ? 'status' : 'all';
    if (way === null) delete dock.dataset.givesWay;
    else dock.dataset.givesWay = way;
    const inView = { status: height - status, all: 0 };
    const half = Math.round(innerHeight / 2);
    style.setProperty('--dock-height', `${way ? inView[way] : Math.min(height, half)}px`);
    style.setProperty('--dock-status-height', `${status}px`);
    tellRise();
  };
  const tellRise = () => {
    const rise = Math.round(innerHeight - dock.getBoundingClientRect().top);
    const isHigh = rise > innerHeight / 2;
    style.setProperty('--dock-rise', isHigh ? 'var(--dock-height)' : `${Math.max(0, rise)}px`);
  };
  tell();
  const sizes = new ResizeObserver(tell);
  sizes.observe(dock);
  sizes.observe(document.body);
  addEventListener('resize', tell);
  addEventListener('scroll', tellRise, { passive: true });
  return () => {
    sizes.disconnect();
    removeEventListener('resize', tell);
    removeEventListener('scroll', tellRise);
    style.removeProperty('--dock-height');
    style.removeProperty('--dock-rise');
    style.removeProperty('--dock-status-height');
  };
}

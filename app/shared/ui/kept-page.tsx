import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { PortalContainer } from './dialog-place.js';

interface KeptPageProps {
  isShown: boolean;
  children: ReactNode;
}

/** Where somebody was on the page when it was taken away. */
interface Whereabouts {
  scrollTop: number;
  focused: Element | null;
}

/**
 * A page that can be taken out of the document, with every dialog over it, and put back as it was: whoever reads the
 * document finds nothing of it meanwhile, and what was typed, chosen or is on its way goes on in memory.
 */
export function KeptPage({ isShown, children }: KeptPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const left = useRef<Whereabouts | null>(null);
  const [page] = useState(createContents);
  const [dialogs] = useState(createContents);

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    place.current?.append(page);
    document.body.append(dialogs);
    const returning = left.current && setTimeout(goBack, 0, left.current);
    return () => {
      clearTimeout(returning ?? undefined);
      left.current = { scrollTop: scrollY, focused: document.activeElement };
      page.remove();
      dialogs.remove();
    };
  }, [isShown, page, dialogs]);

  return (
    <>
      <div ref={place} className="contents" />
      {createPortal(<PortalContainer value={dialogs}>{children}</PortalContainer>, page)}
    </>
  );
}

/** Stands for its children alone, in every layout. */
function createContents(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'contents';
  return element;
}

/** Once what lay over the page has given the focus away. */
function goBack({ scrollTop, focused }: Whereabouts): void {
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  scrollTo({ top: scrollTop, behavior: 'instant' });
}

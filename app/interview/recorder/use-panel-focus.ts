import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { RecorderState } from './recorder-state.js';

interface PanelParts {
  panel: RefObject<HTMLElement | null>;
  /** The heading of the review. */
  review: RefObject<HTMLElement | null>;
  /** The one big control. */
  control: RefObject<HTMLElement | null>;
}

/**
 * Keeps the keyboard where the recorder goes on, when what had the focus has gone. Someone whose focus is
 * elsewhere on the page is left there. `isOffered`: a kept take is to be decided on first.
 */
export function usePanelFocus(state: RecorderState, isOffered: boolean, { panel, review, control }: PanelParts): void {
  const part = isOffered ? 'words' : partOf(state);
  const shown = useRef(part);
  const follow = useEffectEvent(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !panel.current?.contains(activeElement);
    if (!isElsewhere) (part === 'review' ? review : control).current?.focus();
  });
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    if (part !== 'words') follow();
  }, [part]);
}

/** Words with buttons of their own stand in place of the picture: they are read before anything is pressed. */
function partOf({ phase }: RecorderState): 'words' | 'review' | 'control' {
  if (phase === 'review' || phase === 'saving' || phase === 'saved') return 'review';
  return phase === 'asking' || phase === 'refused' ? 'words' : 'control';
}

import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Moves the focus to an element whenever `key` changes, and at first when `atFirst`: people who do not see the screen
 * are told what is new. Where the page opens the focus is left alone.
 */
export function useFocusAfter(key: string | number, target: RefObject<HTMLElement | null>, atFirst: boolean): void {
  const focused = useRef<string | number | null>(atFirst ? null : key);
  const focus = useEffectEvent(() => target.current?.focus());
  useEffect(() => {
    if (focused.current === key) return;
    focused.current = key;
    focus();
  }, [key]);
}

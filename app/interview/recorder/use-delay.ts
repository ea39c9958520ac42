import { useEffect, useEffectEvent } from 'react';

/** Calls `onDue` once, `delayMs` after `isWaiting` became true, unless it stops waiting before. */
export function useDelay(isWaiting: boolean, delayMs: number, onDue: () => void): void {
  const due = useEffectEvent(onDue);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => due(), delayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, delayMs]);
}

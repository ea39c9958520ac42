import { useEffect, useEffectEvent } from 'react';
import { RECORDING_TICK_MS } from '../../../api/contract/limits.js';

/** Tells the whole seconds since `isRunning` became true, once a second. A late timer never makes it count wrong. */
export function useTicks(isRunning: boolean, onTick: (seconds: number) => void): void {
  const tick = useEffectEvent(onTick);
  useEffect(() => {
    if (!isRunning) return undefined;
    const startedMs = performance.now();
    const timer = setInterval(() => tick(Math.round((performance.now() - startedMs) / 1000)), RECORDING_TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}

import { useEffect, useEffectEvent } from 'react';
import type { RecorderState } from './recorder-state.js';

/** Runs once each time the recorder enters a phase. */
export function usePhase(current: RecorderState['phase'], wanted: RecorderState['phase'], run: () => unknown): void {
  const enter = useEffectEvent(run);
  const isCurrent = current === wanted;
  useEffect(() => {
    if (isCurrent) void enter();
  }, [isCurrent]);
}

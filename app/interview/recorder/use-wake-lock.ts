import { useEffect } from 'react';

/** Keeps the screen on while `isNeeded`: a phone that goes to sleep would end the recording. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    // Refused on low battery; then the screen keeps its own habits.
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isNeeded]);
}

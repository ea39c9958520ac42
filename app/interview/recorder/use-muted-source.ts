import { useEffect, useEffectEvent } from 'react';

/** A camera may stop for a moment and go on by itself. */
export const MUTED_AFTER_MS = 2_000;

/**
 * Tells when a camera or microphone has given nothing for a while, though it is still there: a call has taken it, or somebody has
 * paused it in the browser's own bar.
 */
export function useMutedSource(stream: MediaStream | null, isRecording: boolean, onMuted: () => void): void {
  const tell = useEffectEvent(onMuted);
  useEffect(() => {
    if (!stream || !isRecording) return undefined;
    const watching = new AbortController();
    const timers = stream.getTracks().map((track) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => track.muted && track.readyState === 'live' && tell(), MUTED_AFTER_MS);
      };
      if (track.muted) watch();
      track.addEventListener('mute', watch, { signal: watching.signal });
      return () => clearTimeout(timer);
    });
    return () => {
      watching.abort();
      for (const clear of timers) clear();
    };
  }, [stream, isRecording]);
}

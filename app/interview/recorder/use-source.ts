import { useCallback, useEffect, useRef, useState } from 'react';
import { openSource } from './open-source.js';
import type { RecordingSource } from './recording-source.js';

export interface OpenSource {
  /** What comes live from camera and microphone, or null while they are off. */
  stream: MediaStream | null;
  /** Takes the place of what was open before. Throws SourceRefusedError. */
  open: (source: RecordingSource) => Promise<void>;
  close: () => void;
}

/** Camera and microphone of the screen. `onLost` is told when they end by themselves: unplugged, or taken back in the browser. */
export function useSource(isPhone: boolean, onLost: () => void): OpenSource {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const current = useRef<MediaStream | null>(null);
  const isUnmounted = useRef(false);

  const close = useCallback(() => {
    for (const track of current.current?.getTracks() ?? []) track.stop();
    current.current = null;
    setStream(null);
  }, []);

  const open = useCallback(
    async (source: RecordingSource) => {
      const opened = await openSource(source, isPhone);
      close();
      current.current = opened;
      if (isUnmounted.current) close();
      else setStream(opened);
    },
    [isPhone, close],
  );

  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      close();
    };
  }, [close]);

  useEffect(() => {
    if (!stream) return undefined;
    const listening = new AbortController();
    const lose = () => {
      close();
      onLost();
    };
    for (const track of stream.getTracks()) track.addEventListener('ended', lose, { signal: listening.signal });
    return () => listening.abort();
  }, [stream, close, onLost]);

  return { stream, open, close };
}

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RecordingSource, SourceRefusal } from './recorder-state.js';
import { recordingConstraints, shapeCorrection } from './recording-settings.js';

export interface OpenSource {
  /** What comes live from camera and microphone, or null while they are off. */
  stream: MediaStream | null;
  /**
   * Takes the place of what was open before. Throws SourceRefusedError; or the signal's reason where nobody waits for the
   * browser's question any more: what it allows then goes off at once.
   */
  open: (source: RecordingSource, signal: AbortSignal) => Promise<void>;
  close: () => void;
}

/** Camera and microphone of the screen. `onLost` is told when they end by themselves: unplugged, or taken back in the browser. */
export function useSource(isPhone: boolean, onLost: () => void): OpenSource {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const current = useRef<MediaStream | null>(null);

  const close = useCallback(() => {
    if (current.current) turnOff(current.current);
    current.current = null;
    setStream(null);
  }, []);

  const open = useCallback(
    async (source: RecordingSource, signal: AbortSignal) => {
      const opened = await openSource(source, isPhone);
      if (signal.aborted) turnOff(opened);
      signal.throwIfAborted();
      close();
      current.current = opened;
      setStream(opened);
    },
    [isPhone, close],
  );

  useEffect(() => close, [close]);

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

function turnOff(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Camera or microphone could not be opened; `reason` says what to tell the person. */
export class SourceRefusedError extends Error {
  constructor(
    readonly reason: SourceRefusal,
    options?: ErrorOptions,
  ) {
    super(reason, options);
    this.name = 'SourceRefusedError';
  }
}

/** Opens camera and microphone in an upright picture, or the microphone alone. Throws SourceRefusedError. */
async function openSource(source: RecordingSource, isPhone: boolean): Promise<MediaStream> {
  if (!canRecord()) throw new SourceRefusedError('unsupported');
  try {
    const stream = await navigator.mediaDevices.getUserMedia(recordingConstraints(source, isPhone));
    if (!isPhone) await correctShape(stream);
    return stream;
  } catch (cause) {
    throw new SourceRefusedError(refusalReason(cause), { cause });
  }
}

/** Without a secure address browsers hide `mediaDevices` altogether. */
function canRecord(): boolean {
  return 'mediaDevices' in navigator && typeof MediaRecorder === 'function';
}

async function correctShape(stream: MediaStream): Promise<void> {
  const [track] = stream.getVideoTracks();
  const correction = track && shapeCorrection(track.getSettings());
  // A camera that cannot crop stays as it is, and its picture is shown as wide as it is recorded.
  if (correction) await track.applyConstraints(correction).catch(() => undefined);
}

/** The names are those of getUserMedia's DOMExceptions. */
function refusalReason(error: unknown): SourceRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found';
  if (name === 'AbortError') return 'stopped';
  return name === 'TypeError' ? 'not-possible' : 'in-use';
}

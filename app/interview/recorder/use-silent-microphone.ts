import { useEffect, useEffectEvent, useState } from 'react';
import { HEAR_EVERY_MS, hearStream } from './hear-stream.js';
import { isRolling, type RecorderState } from './recorder-state.js';

/** Whether nothing has been heard since the recording of this stream began, whatever pauses there were. */
export function useSilentMicrophone(stream: MediaStream | null, state: RecorderState): boolean {
  const [isSilent, setIsSilent] = useState(false);
  const isOneRecording = isRolling(state);
  const isRecorded = useEffectEvent(() => state.phase === 'recording');
  useEffect(() => {
    if (!stream || !isOneRecording) return undefined;
    const stop = watchMicrophone(stream, () => isRecorded(), setIsSilent);
    return () => {
      stop();
      setIsSilent(false);
    };
  }, [stream, isOneRecording]);
  return isSilent;
}

/**
 * Listens to what is recorded of a stream until the first sound. Tells whether its microphone seems silent, each time that
 * changes. Returns what ends it.
 */
function watchMicrophone(
  stream: MediaStream,
  isRecorded: () => boolean,
  onChange: (isSilent: boolean) => void,
): () => void {
  let hearing = NOTHING_HEARD;
  let wasSilent = false;
  const stop = hearStream(stream, (peak) => {
    if (!isRecorded()) return;
    hearing = hear(hearing, peak, HEAR_EVERY_MS);
    const isSilent = seemsSilent(hearing);
    if (isSilent !== wasSilent) onChange(isSilent);
    wasSilent = isSilent;
    if (hearing.hasHeard) stop();
  });
  return stop;
}

/** What a microphone has let through since it is listened to. */
export interface Hearing {
  hasHeard: boolean;
  listenedMs: number;
}

/** -60 dB of full scale: below it is a microphone that is off; even a quiet room is above. */
const QUIET_PEAK = 0.001;
/** Long enough for a breath before the first word. */
const SILENT_AFTER_MS = 4_000;

export const NOTHING_HEARD: Hearing = { hasHeard: false, listenedMs: 0 };

/** Listens on: `peak` is the loudest sample (0 to 1) of the last `ms`. */
export function hear({ hasHeard, listenedMs }: Hearing, peak: number, ms: number): Hearing {
  return { hasHeard: hasHeard || peak > QUIET_PEAK, listenedMs: listenedMs + ms };
}

export function seemsSilent({ hasHeard, listenedMs }: Hearing): boolean {
  return !hasHeard && listenedMs >= SILENT_AFTER_MS;
}

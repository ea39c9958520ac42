import { useEffect, useState } from 'react';
import { type HandedOver, readHandedOver } from './handed-over.js';
import type { RecorderState } from './recorder-state.js';
import type { Recording } from './recording.js';

/** What a device that could not keep up left out of a recording which is sound otherwise. */
export interface Missing {
  /** Nothing to see for a while, or so few pictures that it does not move. */
  hasLittlePicture: boolean;
  /** Whole seconds; 0 where it is all there. */
  soundSeconds: number;
}

export const NOTHING_MISSING: Missing = { hasLittlePicture: false, soundSeconds: 0 };

/** What every device needs to begin and to end. */
const START_SECONDS = 1.5;
/** So few in a second are seen as a row of photos. */
const FEW_PICTURES = 4;
const LITTLE_SHARE = 0.8;

/** By how long was recorded, and what came of it. */
export function whatIsMissing({ picture, pictures, sound }: HandedOver, recordedSeconds: number): Missing {
  const seconds = Math.max(0, recordedSeconds - START_SECONDS);
  const soundSeconds = sound !== null && sound < seconds ? Math.round(recordedSeconds - sound) : 0;
  const isLittle = picture !== null && (picture < seconds * LITTLE_SHARE || pictures < seconds * FEW_PICTURES);
  return { hasLittlePicture: isLittle, soundSeconds };
}

/** Of the recording under review, as long as its person can still make another one. */
export function useMissing(state: RecorderState): Missing {
  const recording = state.phase === 'review' ? state.recording : null;
  const [found, setFound] = useState<{ recording: Recording; missing: Missing } | null>(null);
  useEffect(() => {
    if (recording === null || recording.origin !== 'recorded' || recording.durationSeconds === null) return undefined;
    const { blob, durationSeconds } = recording;
    let isShown = true;
    // What cannot be read here is for the server to tell.
    const look = async () => {
      const handedOver = await readHandedOver(blob).catch(() => null);
      if (isShown && handedOver) setFound({ recording, missing: whatIsMissing(handedOver, durationSeconds) });
    };
    void look();
    return () => void (isShown = false);
  }, [recording]);
  return found?.recording === recording ? found.missing : NOTHING_MISSING;
}

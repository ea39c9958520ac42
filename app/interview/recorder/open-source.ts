import { recordingConstraints, shapeCorrection } from './recording-constraints.js';
import type { RecordingSource } from './recording-source.js';
import type { SourceRefusal } from './recorder-state.js';

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
export async function openSource(source: RecordingSource, isPhone: boolean): Promise<MediaStream> {
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
  // A camera that cannot crop stays as it is: the picture is cropped on the screen instead.
  if (correction) await track.applyConstraints(correction).catch(() => undefined);
}

/** The names are those of getUserMedia's DOMExceptions. */
function refusalReason(error: unknown): SourceRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'not-found';
  return 'in-use';
}

import type { Take, TakeCopy } from '../interview/recorder/recording.js';

const NO_COPY: TakeCopy = {
  add: () => undefined,
  finish: () => undefined,
  noteUpload: () => undefined,
  remove: () => undefined,
};

/** A take of which no copy is kept. For specs only. */
export function sampleTake(changes: Partial<Take> = {}): Take {
  return {
    blob: new Blob(['x']),
    origin: 'recorded',
    mimeType: 'video/webm',
    filename: 'take.webm',
    durationSeconds: 5,
    recordedAt: new Date(0),
    copy: NO_COPY,
    ...changes,
  };
}

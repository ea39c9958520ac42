import type { Recording, DraftWriter } from '../interview/recorder/recording.js';

const NO_COPY: DraftWriter = {
  add: () => undefined,
  finish: () => undefined,
  noteUpload: () => undefined,
  noteUse: () => undefined,
  remove: () => undefined,
  leave: () => undefined,
};

/** A recording without a local draft. For specs only. */
export function sampleRecording(changes: Partial<Recording> = {}): Recording {
  return {
    blob: new Blob(['x']),
    origin: 'recorded',
    mimeType: 'video/webm',
    filename: 'take.webm',
    durationSeconds: 5,
    recordedAt: new Date(0),
    draft: NO_COPY,
    ...changes,
  };
}

import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../../api/contract/limits.js';
import type { TakeCopy } from '../recorder/take.js';
import { isAcceptableVideo, takeOfFile } from './choose-file.js';

describe('a chosen file', () => {
  it.each([
    ['video/mp4', 1, true],
    ['video/quicktime', VIDEO_MAX_BYTES, true],
    ['video/mp4', VIDEO_MAX_BYTES + 1, false],
    ['video/mp4', 0, false],
    ['image/jpeg', 10, false],
    ['audio/mp4', 10, false],
    ['', 10, false],
  ])('of type %j and %i bytes: %s', (type, size, isAcceptable) => {
    expect(isAcceptableVideo({ type, size })).toBe(isAcceptable);
  });

  it('is copied in pieces, and is a take at once', () => {
    const pieces: number[] = [];
    let isFinished = false;
    const copy: TakeCopy = {
      add: (piece) => pieces.push(piece.size),
      finish: () => (isFinished = true),
      noteUpload: () => undefined,
      remove: () => undefined,
    };
    const file = new File([new Uint8Array(UPLOAD_CHUNK_BYTES + 7)], 'garden.mp4', { type: 'video/mp4' });
    const take = takeOfFile(file, () => copy);
    expect(pieces).toEqual([UPLOAD_CHUNK_BYTES, 7]);
    expect(isFinished).toBe(true);
    expect(take).toMatchObject({ blob: file, origin: 'chosen', filename: 'garden.mp4', durationSeconds: null });
  });
});

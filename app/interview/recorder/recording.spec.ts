import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import {
  formatDuration,
  isAcceptableRecording,
  type DraftWriter,
  recordingFilename,
  recordingOfFile,
} from './recording.js';

describe('a chosen file', () => {
  it.each([
    ['video/mp4', 1, true],
    ['video/quicktime', VIDEO_MAX_BYTES, true],
    ['video/mp4', VIDEO_MAX_BYTES + 1, false],
    ['video/mp4', 0, false],
    ['image/jpeg', 10, false],
    ['audio/mp4', 10, true],
    ['', 10, false],
    ['', 10, true, 'voice.OPUS'],
  ])('of type %j and %i bytes: %s', (type, size, isAcceptable, name = 'clip') => {
    expect(isAcceptableRecording({ name, type, size })).toBe(isAcceptable);
  });

  it('is copied in pieces, and is a recording at once', () => {
    const pieces: number[] = [];
    let isFinished = false;
    const draft: DraftWriter = {
      add: (piece) => pieces.push(piece.size),
      finish: () => (isFinished = true),
      noteUpload: () => undefined,
      noteUse: () => undefined,
      remove: () => undefined,
      leave: () => undefined,
    };
    const file = new File([new Uint8Array(UPLOAD_CHUNK_BYTES + 7)], 'garden.mp4', { type: 'video/mp4' });
    const recording = recordingOfFile(file, 'chosen', false, () => draft);
    expect(pieces).toEqual([UPLOAD_CHUNK_BYTES, 7]);
    expect(isFinished).toBe(true);
    expect(recording).toMatchObject({ blob: file, origin: 'chosen', filename: 'garden.mp4', durationSeconds: null });
  });
});

const at = new Date('2026-11-20T09:05:07.123Z');

describe('takeFilename', () => {
  it('ends in .webm', () => {
    expect(recordingFilename('video/webm;codecs=vp9,opus', at)).toBe('my-me-cfs-story-2026-11-20-09-05-07.webm');
  });

  it('has the real ending when the recording is of another type', () => {
    expect(recordingFilename('video/mp4;codecs=avc1.640028,mp4a.40.2', at)).toBe(
      'my-me-cfs-story-2026-11-20-09-05-07.mp4',
    );
  });

  it('names sound alone in MP4 as that', () => expect(recordingFilename('audio/mp4', at)).toMatch(/\.m4a$/));

  it('ends in .webm when the browser did not say', () => expect(recordingFilename('', at)).toMatch(/\.webm$/));
});

describe('formatDuration', () => {
  it.each([
    [0, '00:00'],
    [9, '00:09'],
    [65.9, '01:05'],
    [600, '10:00'],
    [3600, '60:00'],
  ])('writes %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

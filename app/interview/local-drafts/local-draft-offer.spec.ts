import { describeLocalDraft } from './local-draft-offer.js';
import type { LocalDraft } from './local-draft-store.js';

const draft: LocalDraft = {
  participantId: 'anna',
  questionId: 1,
  id: 'a',
  origin: 'recorded',
  filename: 'garden.mp4',
  mimeType: 'video/webm',
  recordedAt: new Date(2026, 10, 20, 15, 12),
  durationSeconds: 42.6,
  pieces: 43,
  bytes: 20_000_000,
  isWhole: true,
  use: 'none',
  uploadId: undefined,
};

describe('describeKeptTake', () => {
  it('tells how long a recording is, and when it was made', () => {
    // Some versions of ICU write a narrow space before PM.
    const text = describeLocalDraft(draft).replaceAll('\u202f', ' ');
    expect(text).toBe('00:42, recorded Nov 20, 2026, 3:12 PM. It is not saved yet.');
  });

  it('says that it was cut short', () => {
    expect(describeLocalDraft({ ...draft, isWhole: false })).toContain('The page was closed before you pressed Stop.');
  });

  it('names a chosen file', () => {
    expect(describeLocalDraft({ ...draft, origin: 'chosen' })).toBe('“garden.mp4”. It is not saved yet.');
  });

  it('says of what a camera app made whether all of it is here', () => {
    const ofCameraApp = { ...draft, origin: 'camera-app' } as const;
    expect(describeLocalDraft(ofCameraApp)).toBe('The video from your camera app. It is not saved yet.');
    expect(describeLocalDraft({ ...ofCameraApp, isWhole: false })).toMatch(/^A part of the video from your camera app/);
  });
});

import { takeFilename } from './take-filename.js';

const at = new Date('2026-11-20T09:05:07.123Z');

describe('takeFilename', () => {
  it('ends in .webm', () => {
    expect(takeFilename('video/webm;codecs=vp9,opus', at)).toBe('my-me-cfs-story-2026-11-20-09-05-07.webm');
  });

  it('has the real ending when the recording is of another type', () => {
    expect(takeFilename('video/mp4;codecs=avc1.640028,mp4a.40.2', at)).toBe('my-me-cfs-story-2026-11-20-09-05-07.mp4');
  });

  it('names sound alone in MP4 as that', () => expect(takeFilename('audio/mp4', at)).toMatch(/\.m4a$/));

  it('ends in .webm when the browser did not say', () => expect(takeFilename('', at)).toMatch(/\.webm$/));
});

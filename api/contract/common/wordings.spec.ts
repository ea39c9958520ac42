import * as wordings from './wordings.js';

describe('what the server and a screen say in the same words', () => {
  it('names the sizes that are allowed', () => {
    expect(wordings.PHOTO_REFUSED).toBe('Please select images under 10MB');
    expect(wordings.VIDEO_TOO_LARGE).toBe('Videos can have up to 500MB.');
    expect(wordings.PUBLIC_IMAGE_TOO_LARGE).toBe('Photos can have up to 30MB.');
    expect(wordings.CONSENT_SOUND_TOO_LARGE).toBe('Sound files can have up to 8MB.');
    expect(wordings.TRANSCRIPT_TOO_LARGE).toBe('Transcript files can have up to 2MB.');
    expect(wordings.PAPER_SCAN_TOO_LARGE).toBe('Scans can have up to 20MB.');
  });

  it('is there, and said once', () => {
    const said = Object.values(wordings);
    expect(said.every((words) => words.length > 2)).toBe(true);
    expect(new Set(said).size).toBe(said.length);
  });
});

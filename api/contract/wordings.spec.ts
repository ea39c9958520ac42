import * as wordings from './wordings.js';

describe('what the server and a screen say in the same words', () => {
  it('names the sizes that are allowed', () => {
    expect(wordings.PHOTO_REFUSED).toBe('Please select images under 10MB');
    expect(wordings.VIDEO_TOO_LARGE).toBe('Videos can have up to 500MB.');
  });

  it('is there, and said once', () => {
    const said = Object.values(wordings);
    expect(said.every((words) => words.length > 3)).toBe(true);
    expect(new Set(said).size).toBe(said.length);
  });
});

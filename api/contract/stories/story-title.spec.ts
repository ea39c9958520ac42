import { storySentence, storyTitle } from './story-title.js';

describe('a story', () => {
  it('is named after its person', () => expect(storyTitle('Anna')).toBe("Anna's Story"));

  it('has a sentence when nothing was transcribed', () =>
    expect(storySentence('Anna')).toBe('Anna tells what it is like to live with ME/CFS.'));
});

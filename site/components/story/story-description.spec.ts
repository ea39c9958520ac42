import type { UserStory } from '../../../api/contract/stories.js';
import { sampleStoryVideo } from '../../../api/contract/testing/sample-story-video.js';
import { storyDescription, storyDocumentTitle } from './story-description.js';

const story: UserStory = {
  user: { id: 'u', firstName: 'Anna', createdAt: '2025-03-01T00:00:00Z', userName: 'anna-2025-03-01' },
  questions: [],
  videos: [],
  overviewVideo: sampleStoryVideo({ questionId: null, transcript: 'Before I fell ill\nI loved to dance.' }),
};

describe('story description', () => {
  it('is the first words of the story', () =>
    expect(storyDescription(story)).toBe('Before I fell ill I loved to dance.'));

  it('is a sentence when nothing was transcribed', () =>
    expect(storyDescription({ ...story, overviewVideo: null })).toBe(
      'Anna tells what it is like to live with ME/CFS.',
    ));

  it('comes with the title of the document', () =>
    expect(storyDocumentTitle('Anna')).toBe("Anna's ME/CFS Story | Watch Now"));
});

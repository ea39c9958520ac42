import type { UserStory } from '../../../api/contract/stories/stories.js';
import { sampleStoryVideo } from '../../../api/contract/testing/sample-story-video.js';
import { storyChapters, storyClips } from './chapters.js';

const video = (id: string, questionId: number | null) => sampleStoryVideo({ id, questionId, title: `Video ${id}` });
const question = (id: number, sequence: number) => ({
  id,
  sequence,
  title: `Question ${id}`,
  text: '',
  starterPhrase: null,
});
const story: UserStory = {
  user: { id: 'u', firstName: 'Anna', createdAt: '2025-03-01T00:00:00Z', userName: 'anna-2025-03-01' },
  questions: [question(2, 3), question(1, 1), question(3, 2)],
  videos: [video('b', 2), video('a', 1)],
  overviewVideo: video('o', null),
};

describe('story chapters', () => {
  it('follow the order of the questions, answered or not', () => {
    expect(storyChapters(story).map(({ question: { id }, video: answer }) => [id, answer?.id ?? null])).toEqual([
      [1, 'a'],
      [3, null],
      [2, 'b'],
    ]);
  });

  it('give the clips, the overview first', () => {
    expect(storyClips(story).map(({ title, isOverview }) => [title, isOverview])).toEqual([
      ['Story overview', true],
      ['Question 1', false],
      ['Question 2', false],
    ]);
  });

  it('give no clips without videos', () =>
    expect(storyClips({ ...story, videos: [], overviewVideo: null })).toEqual([]));
});

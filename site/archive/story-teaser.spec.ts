import type { StoryOverviewItem, StoryVideo } from '../../api/contract/stories.js';
import { teaserTranscript, teaserVideo } from './story-teaser.js';

const video = (id: string, transcript: string): StoryVideo => ({
  id,
  questionId: 1,
  title: 'Life before ME/CFS',
  transcript,
  cues: null,
  videoUrl: `/media/${id}.mp4`,
  mimeType: 'video/mp4',
  fileSize: 5000,
  publishedAt: '2025-06-01T10:00:00.000Z',
  posterUrl: null,
  audioUrl: null,
  durationSeconds: null,
});
const story = (overviewVideo: StoryVideo | null, videos: StoryVideo[]): StoryOverviewItem => ({
  user: { id: 'u', firstName: 'Anna', createdAt: '2025-03-01T00:00:00Z', userName: 'anna-2025-03-01' },
  overviewVideo,
  videos,
});

describe('story teaser', () => {
  it('is the overview when there is one', () => {
    const item = story(video('o', ' My story '), [video('a', 'Before')]);
    expect(teaserTranscript(item)).toBe('My story');
    expect(teaserVideo(item)?.id).toBe('o');
  });

  it('is the first answer that has words when the overview has none', () => {
    const item = story(null, [video('a', ''), video('b', 'Before')]);
    expect(teaserTranscript(item)).toBe('Before');
    expect(teaserVideo(item)?.id).toBe('a');
  });

  it('is empty when nothing was transcribed', () => expect(teaserTranscript(story(null, []))).toBe(''));
});

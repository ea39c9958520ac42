import type { StoryOverviewItem, StoryVideo } from '../../../api/contract/stories/stories.js';
import { sampleStoryVideo } from '../../../api/contract/testing/sample-story-video.js';
import { teaserTranscript, teaserVideo, unfoldedText } from './teaser.js';

const video = (id: string, transcript: string) => sampleStoryVideo({ id, transcript });
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

  it('has the first video for its picture, wherever words stand before it', () => {
    const item = story({ ...video('o', 'Before'), isWritten: true }, [video('a', '')]);
    expect([teaserTranscript(item), teaserVideo(item)?.id]).toEqual(['Before', 'a']);
    expect(teaserVideo(story(null, [{ ...video('a', 'Before'), isWritten: true }]))).toBeNull();
  });

  it('is empty when nothing was transcribed', () => expect(teaserTranscript(story(null, []))).toBe(''));
});

describe('unfolded text of a list row', () => {
  it('is the whole transcript when it is short', () =>
    expect(unfoldedText('A short story')).toEqual({ text: 'A short story', isCut: false }));

  it('ends after a word of a long one', () => {
    const { text, isCut } = unfoldedText('word '.repeat(1_000));
    expect(isCut).toBe(true);
    expect(text).toMatch(/ word…$/);
    expect(text.length).toBeLessThanOrEqual(2_001);
  });

  it('is as long where the only blank stands early, as in Chinese', () => {
    const { text, isCut } = unfoldedText(`我叫 ${'安娜'.repeat(2_000)}`);
    expect(isCut).toBe(true);
    expect(text).toHaveLength(2_001);
  });

  it('never cuts inside a character', () => {
    const { text } = unfoldedText('👩‍👩‍👧‍👦'.repeat(1_000));
    expect(text.replace('…', '').replaceAll('👩‍👩‍👧‍👦', '')).toBe('');
  });
});

import { aVideo } from '../../../testing/video-for-specs.js';
import { livePath, questionTitle, videoMeasures } from './video-label.js';

describe('label of a video', () => {
  it('is its question, or the story overview', () => {
    expect(questionTitle(aVideo())).toBe('Life today');
    expect(questionTitle(aVideo({ questionId: null, question: null }))).toBe('Story overview');
    expect(questionTitle(aVideo({ questionId: 0 }))).toBe('Story overview');
  });

  it('leads to its place on the story page', () =>
    expect(livePath(aVideo({ user: { firstName: 'Zoë', lastName: 'Adams', userName: 'zoë-2026-03-01' } }))).toBe(
      '/stories/zo%C3%AB-2026-03-01#video-v1',
    ));
});

describe('videoMeasures', () => {
  it('tells length and size once they are known', () => {
    expect(videoMeasures(aVideo({ durationSeconds: 125.4, width: 1080, height: 1920 }))).toBe('2:05, 1080 × 1920');
    expect(videoMeasures(aVideo({ durationSeconds: 59.6 }))).toBe('1:00');
    expect(videoMeasures(aVideo())).toBeNull();
  });
});

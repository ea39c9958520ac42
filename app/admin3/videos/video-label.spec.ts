import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { livePath, questionTitle, videoMeasures } from './video-label.js';

const video = (id: string, changes: Partial<ShowcaseVideo> = {}): ShowcaseVideo => ({
  id,
  userId: 'u1',
  questionId: 3,
  title: 'A quiet day',
  description: '',
  transcript: '',
  cues: null,
  textsVersion: 'v1',
  draft: null,
  videoUrl: '/media/x.mp4',
  posterUrl: null,
  audioUrl: null,
  originalUrl: '/original',
  durationSeconds: null,
  width: null,
  height: null,
  preparation: { state: 'off', problem: null },
  filename: 'x.mp4',
  mimeType: 'video/mp4',
  fileSize: 1,
  isApproved: true,
  approvedAt: '2026-03-05T15:12:00.000Z',
  isShown: true,
  isWatchable: true,
  createdAt: '2026-03-04T15:12:00.000Z',
  user: { firstName: 'Anna', lastName: 'Berg', userName: 'anna-2026-03-01' },
  question: { title: 'Life today' },
  ...changes,
});
describe('label of a video', () => {
  it('is its question, or the story overview', () => {
    expect(questionTitle(video('a'))).toBe('Life today');
    expect(questionTitle(video('a', { questionId: null, question: null }))).toBe('Story overview');
    expect(questionTitle(video('a', { questionId: 0 }))).toBe('Story overview');
  });

  it('leads to its place on the story page', () =>
    expect(livePath(video('a', { user: { firstName: 'Zoë', lastName: 'Adams', userName: 'zoë-2026-03-01' } }))).toBe(
      '/stories/zo%C3%AB-2026-03-01#video-a',
    ));
});

describe('videoMeasures', () => {
  it('tells length and size once they are known', () => {
    expect(videoMeasures(video('a', { durationSeconds: 125.4, width: 1080, height: 1920 }))).toBe('2:05, 1080 × 1920');
    expect(videoMeasures(video('a', { durationSeconds: 59.6 }))).toBe('1:00');
    expect(videoMeasures(video('a'))).toBeNull();
  });
});

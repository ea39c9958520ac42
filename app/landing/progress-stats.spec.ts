import { fetchProgressStats, percentOf, progressBars } from './progress-stats.js';

describe('progress bars', () => {
  it('show started and completed as parts of the goal', () => {
    expect(progressBars({ totalUsers: 30, completedInterviews: 12, goalStories: 120 })).toEqual({
      started: 25,
      completed: 10,
    });
  });

  it('are capped at 100 percent', () => expect(percentOf(150, 100)).toBe(100));
  it('are empty without a goal', () => expect(percentOf(5, 0)).toBe(0));
});

describe('refuses to guess', () => {
  it('the progress while nothing answers', async () => {
    const nobodyListens = 'http://127.0.0.1:1/api/progress-stats';
    await expect(fetchProgressStats(nobodyListens)).rejects.toThrow('Failed to fetch progress stats');
  });
});

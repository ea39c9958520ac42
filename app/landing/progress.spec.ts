import { percentOf, progressBars } from './progress.js';

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

import type { ProgressStats } from '../../api/contract/participants.js';

/** `part` of `goal` in percent, 0 to 100; without a goal nothing is reached. */
export function percentOf(part: number, goal: number): number {
  return goal > 0 ? Math.min(100, Math.max(0, (part / goal) * 100)) : 0;
}

/** How full the two bars of the landing page are, in percent. */
export function progressBars({ totalUsers, completedInterviews, goalStories }: ProgressStats) {
  return { started: percentOf(totalUsers, goalStories), completed: percentOf(completedInterviews, goalStories) };
}

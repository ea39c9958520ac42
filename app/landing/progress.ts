import type { ProgressStats } from '../../api/contract/participants.js';
import { request } from '../shared/http/request.js';

export const PROGRESS_STATS_PATH = '/api/progress-stats';

/** How far the archive is. Throws SPEC's error when it cannot be had. */
export async function fetchProgressStats(path = PROGRESS_STATS_PATH): Promise<ProgressStats> {
  try {
    return await request<ProgressStats>('GET', path);
  } catch (cause) {
    throw new Error('Failed to fetch progress stats', { cause });
  }
}

/** `part` of `goal` in percent, 0 to 100; without a goal nothing is reached. */
export function percentOf(part: number, goal: number): number {
  return goal > 0 ? Math.min(100, Math.max(0, (part / goal) * 100)) : 0;
}

/** How full the two bars of the landing page are, in percent. */
export function progressBars({ totalUsers, completedInterviews, goalStories }: ProgressStats) {
  return { started: percentOf(totalUsers, goalStories), completed: percentOf(completedInterviews, goalStories) };
}

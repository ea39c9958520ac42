import { useQuery } from '@tanstack/react-query';
import { PROGRESS_STATS_PATH, type ProgressStats } from '../../api/contract/people/participants.js';
import { request } from '../shared/http/request.js';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { PROGRESS_MESSAGES as messages } from './landing.messages.js';

/** The two bars of the landing page. Before the answer and after a failure there is nothing; the page keeps the room. */
export function ProgressStats() {
  const { data } = useQuery({ queryKey: [PROGRESS_STATS_PATH], queryFn: () => fetchProgressStats() });
  if (!data) return null;
  const bars = progressBars(data);
  return (
    <section aria-label={messages.heading} className="grid gap-6 md:grid-cols-2 md:gap-12">
      <Bar value={bars.started} text={messages.started(data.totalUsers, data.goalStories)} />
      <Bar value={bars.completed} text={messages.completed(data.completedInterviews, data.goalStories)} />
    </section>
  );
}

function Bar({ value, text }: { value: number; text: string }) {
  return (
    <div className="grid gap-2">
      <ProgressBar value={value} label={text} />
      <p className="text-sm text-muted tabular-nums" aria-hidden>
        {text}
      </p>
    </div>
  );
}

/** How far the archive is. Throws when it cannot be had. */
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

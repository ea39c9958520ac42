import { useQuery } from '@tanstack/react-query';
import { ProgressBar } from '../shared/ui/progress-bar.js';
import { PROGRESS_MESSAGES as messages } from './landing.messages.js';
import { fetchProgressStats, progressBars, PROGRESS_STATS_PATH } from './progress.js';

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

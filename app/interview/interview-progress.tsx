import { ProgressBar } from '../shared/ui/progress-bar.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';

interface InterviewProgressBarProps {
  /** What is written above the bar. */
  label: string;
  percent: number;
}

/** How far the interview is: in words, in percent and as a bar. */
export function InterviewProgressBar({ label, percent }: InterviewProgressBarProps) {
  return (
    <div className="grid gap-1">
      <p className="flex justify-between gap-4 text-sm text-muted tabular-nums">
        <span>{label}</span>
        <span className="whitespace-nowrap">{TEXT.percent(percent)}</span>
      </p>
      <ProgressBar value={percent} label={TEXT.answeredLabel} />
    </div>
  );
}

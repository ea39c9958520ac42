import { fileSize } from '../../shared/text/format.js';
import { ProgressBar } from '../../shared/ui/progress-bar.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';
import { describeSecondsLeft, secondsLeft, type UploadPace } from './remaining-time.js';

interface SavingDetailProps {
  percent: number;
  /** Of the whole recording. */
  bytes: number;
  pace: UploadPace | null;
}

/** How much is saved, and how long it will take once that can be told. The status beside it says the percent. */
export function SavingDetail({ percent, bytes, pace }: SavingDetailProps) {
  const left = pace && secondsLeft(pace);
  return (
    <>
      <p className="text-muted tabular-nums">
        {TEXT.ofSize(fileSize(bytes))}
        {left !== null && `, ${describeSecondsLeft(left)}`}
      </p>
      <ProgressBar value={percent} label={TEXT.savingProgress} />
    </>
  );
}

export interface ProgressBarProps {
  /** 0 to 100; what is beyond is cut off. */
  value: number;
  /** Says what progresses, to those who do not see the bar. */
  label: string;
}

/** A thin bar. The number itself is written beside it by whoever uses it. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  return <progress className="progress" max={100} value={Math.min(100, Math.max(0, value))} aria-label={label} />;
}

/** A part of a video, in seconds. */
export interface Stretch {
  start: number;
  end: number;
}

/** A timed line, and whether it belongs to the short form. */
interface Line extends Stretch {
  isIn: boolean;
}

/** The parts of a video that its short form plays: lines that follow one another are one, with the pause between them. */
export function stretchesOf(lines: readonly Line[]): Stretch[] {
  const stretches: Stretch[] = [];
  let isOpen = false;
  for (const { start, end, isIn } of lines) {
    const last = stretches.at(-1);
    if (isIn && isOpen && last) last.end = Math.max(last.end, end);
    else if (isIn) stretches.push({ start, end });
    isOpen = isIn;
  }
  return stretches;
}

/** A video has no exact times. */
const TOLERANCE_SECONDS = 0.05;

export function stretchAt(stretches: readonly Stretch[], seconds: number): Stretch | undefined {
  return stretches.find(({ start, end }) => seconds >= start - TOLERANCE_SECONDS && seconds < end - TOLERANCE_SECONDS);
}

/** Longer than players wait until they tell the next time: whoever is farther went there by themselves. */
const LEAP_SECONDS = 1.2;

/** Whether a video that was in a stretch has come to its end by playing. */
export function hasPlayedOut({ end }: Stretch, seconds: number): boolean {
  return seconds >= end - TOLERANCE_SECONDS && seconds < end + LEAP_SECONDS;
}

export function stretchAfter(stretches: readonly Stretch[], { end }: Stretch): Stretch | undefined {
  return stretches.find(({ start }) => start >= end - TOLERANCE_SECONDS);
}

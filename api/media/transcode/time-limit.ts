import { VideoProblem } from './video-problem.js';

const FLOOR_MS = 5 * 60_000;
/** A slow machine takes a few times as long as a video lasts, and several times that for what a phone makes of 4K. */
const TIMES_ITS_LENGTH = 20;
const LONGEST_MS = 6 * 60 * 60_000;

/** How long all that is made of one video may take. */
export function timeLimitMs(durationSeconds: number): number {
  return Math.round(Math.min(LONGEST_MS, FLOOR_MS + durationSeconds * 1000 * TIMES_ITS_LENGTH));
}

/**
 * Does work that has to end within a time.
 * @param work is given a signal that aborts with `signal`, or when the time is over
 * @throws VideoProblem `too_slow` when it was
 */
export async function withinTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = AbortSignal.timeout(ms);
  try {
    return await work(AbortSignal.any([signal, time]));
  } catch (error) {
    if (time.aborted && !signal.aborted) throw new VideoProblem('too_slow');
    throw error;
  }
}

/** The last time in seconds that `-progress` told; null when it told none. */
export function lastTime(progress: string): number | null {
  const times = [...progress.matchAll(/^out_time_us=(-?\d+)$/gm)];
  const last = times.at(-1)?.[1];
  return last === undefined ? null : Number(last) / 1_000_000;
}

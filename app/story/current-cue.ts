/** When something is said, in seconds. */
export interface CueSpan {
  start: number;
  end: number;
}

/** Which of the cues, in the order of their starts, is said at a time: the latest that has begun and not ended, else −1. */
export function cueAt(cues: readonly CueSpan[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const cue = cues[low - 1];
  return cue && seconds < cue.end ? low - 1 : -1;
}

import { plural } from '../../../api/contract/common/grammar.js';
import { UPLOAD_PROGRESS_CHUNKS_END } from '../../../api/contract/common/screen-numbers.js';

/** How far an upload was when. */
interface ProgressSample {
  percent: number;
  atMs: number;
}

/** Of what its length is told: the first and the last that was heard of it. */
export interface UploadPace {
  first: ProgressSample;
  last: ProgressSample;
}

/** Before that much is known, a guess would jump. */
const KNOWN_FROM_MS = 3_000;
const KNOWN_FROM_PERCENT = 5;

/** How long the rest of an upload takes at the pace so far, in whole seconds; null where nobody can tell yet. */
export function secondsLeft({ first, last: now }: UploadPace): number | null {
  const percent = now.percent - first.percent;
  const ms = now.atMs - first.atMs;
  if (ms < KNOWN_FROM_MS || percent < KNOWN_FROM_PERCENT || now.percent >= UPLOAD_PROGRESS_CHUNKS_END) return null;
  return Math.ceil(((ms / percent) * (UPLOAD_PROGRESS_CHUNKS_END - now.percent)) / 1000);
}

/** In steps that do not flicker: "less than 10 seconds left", "about 40 seconds left", "about 3 minutes left". */
export function describeSecondsLeft(seconds: number): string {
  if (seconds < 10) return 'less than 10 seconds left';
  if (seconds <= 50) return `about ${Math.round(seconds / 10) * 10} seconds left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return plural(minutes, { one: 'about a minute left', other: `about ${minutes} minutes left` });
}

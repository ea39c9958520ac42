import { formatDuration } from '../recorder/format-duration.js';
import type { KeptTake } from './kept-take.js';
import { KEPT_TAKES_MESSAGES as TEXT } from './kept-takes.messages.js';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** What tells a kept take from others, in a sentence or two. */
export function describeKeptTake({ origin, filename, durationSeconds, recordedAt, isWhole }: KeptTake): string {
  if (origin === 'chosen') return TEXT.chosen(filename);
  const what = TEXT.recorded(formatDuration(durationSeconds ?? 0), MOMENT.format(recordedAt));
  return isWhole ? what : `${what} ${TEXT.cutShort}`;
}

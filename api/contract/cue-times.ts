import { CUE_MAX_SECONDS } from './limits.js';

/** Why a timed line of a file cannot be kept. */
export type CueFaultReason = 'unreadable' | 'negative' | 'reversed' | 'too late';

export interface CueTimes {
  start: number;
  end: number;
}

/** Digits with the signs that may stand in a time. */
const TIME_LIKE = /^-?\d[\d:.,]*$/;
/** Hours may be missing, and the fraction; it may follow a point or a comma. */
const TIME = /^(-?)(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?$/;

/** The times of a line like `00:01.000 --> 00:02.500 align:start`, why they are none, or null for a line of text. */
export function readCueTimes(line: string): CueTimes | CueFaultReason | null {
  const arrow = line.indexOf('-->');
  if (arrow < 0) return null;
  const from = line.slice(0, arrow).trim();
  const to = line.slice(arrow + 3).trim();
  const [until = ''] = to.split(/\s/u, 1);
  if (!TIME_LIKE.test(from) || !TIME_LIKE.test(until)) return null;
  const start = readTime(from);
  const end = readTime(until);
  if (start === null || end === null) return 'unreadable';
  if (start < 0 || end < 0) return 'negative';
  if (end <= start) return 'reversed';
  return end > CUE_MAX_SECONDS ? 'too late' : { start, end };
}

/** Seconds, exact to the millisecond. */
function readTime(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, sign, hours = '0', minutes, seconds, fraction = ''] = match;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  // Even "-00:00:00.000" says that the file was moved below zero.
  return sign === '-' ? -Math.max(ms, 1) / 1000 : ms / 1000;
}

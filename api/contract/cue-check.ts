import { toCueText, type TranscriptCue } from './cues.js';
import { CUE_MAX_SECONDS } from './limits.js';

/** What a client sent as cues, cleaned and by their beginnings, or why they cannot be kept, in a sentence. */
export function checkCues(values: readonly unknown[]): TranscriptCue[] | string {
  const cues: TranscriptCue[] = [];
  for (const value of values) {
    const cue = checkCue(value);
    if (typeof cue === 'string') return cue;
    cues.push(cue);
  }
  if (cues.length === 0) return 'A timed transcript has at least one line.';
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function checkCue(value: unknown): TranscriptCue | string {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (!isTime(start) || !isTime(end)) return 'Each timed line needs its times in seconds.';
  if (typeof text !== 'string') return 'Each timed line needs its text.';
  const cue = { start: inMilliseconds(start), end: inMilliseconds(end), text: toCueText(text) };
  if (cue.text === '') return 'A timed line must not be empty.';
  return cue.end > cue.start ? cue : 'A timed line must end after it begins.';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= CUE_MAX_SECONDS;
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

import { clockTime } from '../common/clock-time.js';
import type { TranscriptCue } from '../transcripts/cues.js';

/** What the public can read of a video besides its person's name. */
export interface ShowcaseWords {
  title: string;
  description: string;
  transcript: string;
  /** Null: the transcript has no times. */
  cues: TranscriptCue[] | null;
}

export type WordField = 'title' | 'description' | 'transcript' | 'captions';

/** One of the versions that the words of a video have had, counted from 1. */
export interface WordVersion extends ShowcaseWords {
  number: number;
  /** Who saved it, by the name given at the gate; null when none was given. */
  producer: string | null;
  /** ISO 8601. */
  savedAt: string;
  /** The version that was restored by saving this one; null when it was written. */
  restoredFrom: number | null;
}

/** A row of GET /api/admin/showcase-videos/{id}/versions, newest first; …/versions/{number} is the whole `WordVersion`. */
export interface WordVersionSummary extends Omit<WordVersion, keyof ShowcaseWords> {
  /** What is other than in the version before; all that is not empty in the first. */
  changed: WordField[];
}

/** POST /api/admin/showcase-videos/{id}/versions/{number}/restore; answers the video. */
export interface RestoreWordsRequest {
  /** As in `EditShowcaseVideoRequest`. */
  textsVersion?: string;
}

export const WORD_FIELDS: readonly WordField[] = ['title', 'description', 'transcript', 'captions'];

/** The words of one field as text that can be compared: captions as a line for each of theirs, with its times and its short form. */
export function wordsOf(words: ShowcaseWords, field: WordField): string {
  return field === 'captions' ? captionLines(words.cues) : words[field];
}

/** The fields in which the words differ. */
export function changedWords(before: ShowcaseWords, after: ShowcaseWords): WordField[] {
  return WORD_FIELDS.filter((field) => wordsOf(before, field) !== wordsOf(after, field));
}

function captionLines(cues: readonly TranscriptCue[] | null): string {
  return (cues ?? [])
    .map(({ start, end, text, form }) => {
      const times = `${exactTime(start)}–${exactTime(end)}`;
      return `${times}${form === undefined ? '' : ` (${form} min)`}  ${text.replaceAll('\n', ' ')}`;
    })
    .join('\n');
}

/** "1:02.5": as exact as a caption is. */
function exactTime(seconds: number): string {
  const ms = Math.round(seconds * 1000) % 1000;
  return ms === 0 ? clockTime(seconds) : `${clockTime(seconds)}.${String(ms).padStart(3, '0').replace(/0+$/, '')}`;
}

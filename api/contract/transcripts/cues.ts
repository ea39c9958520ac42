import { CUE_MAX_SECONDS } from '../common/limits.js';
import { SHORT_FORMS, type ShortForm } from './short-forms.js';
import { toWellFormed } from '../common/older-browsers.js';

/** A sentence or two of a transcript and when they are said, in seconds from the beginning, exact to the millisecond. */
export interface TranscriptCue {
  start: number;
  end: number;
  /** Plain text of one or more lines, none of them empty. */
  text: string;
  /** The shortest form of the story that has it, in minutes; absent when none has. */
  form?: ShortForm;
}

/** After a sentence, so long a pause begins a new paragraph, and so does a paragraph of this length. */
const PARAGRAPH_PAUSE_SECONDS = 2;
const PARAGRAPH_LENGTH = 500;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;

/** Cues that are read as one paragraph stand together. */
export function cueParagraphs(cues: readonly TranscriptCue[]): TranscriptCue[][] {
  const paragraphs: TranscriptCue[][] = [];
  let current: TranscriptCue[] = [];
  let length = 0;
  for (const cue of cues) {
    const previous = current.at(-1);
    if (previous && SENTENCE_END.test(previous.text)) {
      const isPause = cue.start - previous.end >= PARAGRAPH_PAUSE_SECONDS;
      if (isPause || length >= PARAGRAPH_LENGTH) {
        current = [];
        length = 0;
      }
    }
    if (current.length === 0) paragraphs.push(current);
    current.push(cue);
    length += cue.text.length;
  }
  return paragraphs;
}

/** The plain transcript of a timed one: a blank line between paragraphs, and no other line breaks. */
export function transcriptOfCues(cues: readonly TranscriptCue[]): string {
  const textOf = (paragraph: TranscriptCue[]) => paragraph.map(({ text }) => text.replaceAll('\n', ' ')).join(' ');
  return cueParagraphs(cues).map(textOf).join('\n\n');
}

/** Text as a cue can hold it: without control characters, blank lines and blanks around its lines. */
export function toCueText(text: string): string {
  const lines = toWellFormed(text)
    .split(/\r\n?|\n/u)
    .map((line) =>
      line
        .replace(/[\t\v\f\u0085]/gu, ' ')
        .replace(/[\p{Cc}\ufeff]/gu, '')
        .trim(),
    );
  return lines.filter((line) => line !== '').join('\n');
}

/** A WebVTT file. No text of a cue can end it, begin another or become a tag. */
export function formatWebVtt(cues: readonly TranscriptCue[]): string {
  const blocks = cues
    .map(({ start, end, text }) => ({ times: `${timestamp(start)} --> ${timestamp(end)}`, text: toCueText(text) }))
    .filter(({ text }) => text !== '')
    .map(({ times, text }) => `${times}\n${escapeCueText(text)}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

function escapeCueText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** HH:MM:SS.mmm */
function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

function pad(value: number, digits = 2): string {
  return String(Math.floor(value)).padStart(digits, '0');
}

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
  const { start, end, text, form } = (value ?? {}) as Record<string, unknown>;
  if (!isTime(start) || !isTime(end)) return 'Each timed line needs its times in seconds.';
  if (typeof text !== 'string') return 'Each timed line needs its text.';
  if (form !== undefined && !isShortForm(form))
    return `A timed line is in the form of ${SHORT_FORMS.join(' or ')} minutes, or in none.`;
  const cue = { start: inMilliseconds(start), end: inMilliseconds(end), text: toCueText(text), ...(form && { form }) };
  if (cue.text === '') return 'A timed line must not be empty.';
  return cue.end > cue.start ? cue : 'A timed line must end after it begins.';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= CUE_MAX_SECONDS;
}

function isShortForm(value: unknown): value is ShortForm {
  return SHORT_FORMS.some((minutes) => minutes === value);
}

/** To the millisecond. */
export function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

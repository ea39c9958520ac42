import { CUE_MAX_SECONDS } from '../common/limits.js';
import { toCueText, type TranscriptCue } from './cues.js';

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

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;
/** `<i>`, `</c.loud>`, `<v Anna>`, `<00:00:01.000>`; not `5 < 6` nor `<3`. */
const TAG = /<\/?[a-zA-Z][^<>]*>|<\/?>|<\d+:[\d:.]+>/g;
/** Where SubRip's players put a line: `{\an8}`. */
const POSITION = /\{\\[^{}]*\}/g;

/** What a cue says, without what only styles it. */
function plainCueText(source: string, { isVtt }: { isVtt: boolean }): string {
  const untagged = (isVtt ? source : source.replace(POSITION, '')).replace(TAG, '');
  return toCueText(untagged.replace(ENTITY, toCharacter));
}

function toCharacter(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** A timed line that was left out. */
export interface CueFault {
  /** Counted from 1. */
  line: number;
  reason: CueFaultReason;
}

export interface ParsedCues {
  /** By their beginnings. */
  cues: TranscriptCue[];
  faults: CueFault[];
}

/** The line that a WebVTT file begins with. */
export const WEBVTT_HEADER = /^\ufeff?WEBVTT(?![^\s])/;
/** What a WebVTT file says beside its cues. */
const VTT_ASIDE = /^(?:NOTE|STYLE|REGION)(?![^\s])/;
const CUE_NUMBER = /^\d+$/;

/**
 * Reads WebVTT or SubRip as players do, or kindlier: hours and cue numbers may be missing, lines may end in any way, the last
 * one not at all, the blank line between two cues may be forgotten. Never throws; takes time in proportion to the text.
 */
export function parseCues(source: string): ParsedCues {
  const isVtt = WEBVTT_HEADER.test(source);
  const reader = new CueReader(isVtt);
  source.split(/\r\n?|\n/u).forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}

class CueReader {
  private readonly cues: TranscriptCue[] = [];
  private readonly faults: CueFault[] = [];
  private times: CueTimes | null = null;
  private text: string[] = [];
  private isAside = false;
  private isAfterBlank = true;

  constructor(private readonly isVtt: boolean) {}

  read(line: string, number: number): void {
    if (line.trim() === '') {
      // Captions that roll begin with a line that only looks blank.
      const isFirstOfCue = this.isVtt && line !== '' && this.times && !this.isAfterBlank && this.text.length === 0;
      if (!isFirstOfCue) this.readBlank();
      return;
    }
    if (this.isVtt && this.isAfterBlank && VTT_ASIDE.test(line)) this.isAside = true;
    const times = this.isAside ? null : readCueTimes(line);
    if (times !== null) this.begin(times, number);
    else if (this.times) this.text.push(line);
    this.isAfterBlank = false;
  }

  finish(): ParsedCues {
    // A file that was cut off may end in the number of a cue that is not there.
    if (this.text.at(-2) === '') this.dropNumberOfNext();
    this.end();
    const cues = this.cues.toSorted((a, b) => a.start - b.start || a.end - b.end);
    return { cues: withoutRolledLines(cues), faults: this.faults };
  }

  /** A blank line ends a cue of WebVTT. SubRip files have them inside cues too. */
  private readBlank(): void {
    if (this.isVtt) this.end();
    else if (this.times && !this.isAfterBlank) this.text.push('');
    this.isAside = false;
    this.isAfterBlank = true;
  }

  private begin(times: CueTimes | CueFaultReason, line: number): void {
    this.dropNumberOfNext();
    this.end();
    if (typeof times === 'string') this.faults.push({ line, reason: times });
    // A cue that is left out still takes the text below it.
    this.times = typeof times === 'string' ? { start: 0, end: 0 } : times;
  }

  /** The number above the times just read: a text of its own only where it is all that the cue says. */
  private dropNumberOfNext(): void {
    const last = this.text.at(-1);
    const isNumber = last !== undefined && CUE_NUMBER.test(last.trim());
    if (isNumber && this.text.length > 1) this.text.pop();
  }

  private end(): void {
    const { times, text } = this;
    this.times = null;
    this.text = [];
    if (!times || times.end === 0) return;
    const plain = plainCueText(text.join('\n'), { isVtt: this.isVtt });
    if (plain !== '') this.cues.push({ ...times, text: plain });
  }
}

/** Between two captions of which the second takes the place of the first. */
const TOUCHING_SECONDS = 0.05;
const ROLLED_LINES_MAX = 4;
/** A person may say a word twice; a file that rolls does so all the time. */
const ROLLS_MIN = 2;

/**
 * Captions that roll show a line again above the next one, and often by itself in between: of these each line is kept once.
 * Other captions are returned as they are.
 */
function withoutRolledLines(cues: readonly TranscriptCue[]): TranscriptCue[] {
  const shown = cues.map(({ text }) => text.split('\n'));
  const repeated = cues.map((cue, index) => countRepeated(cue, shown[index]!, cues[index - 1], shown[index - 1]));
  const rolls = cues.filter((cue, index) => {
    const isWhole = repeated[index] === shown[index]!.length;
    return repeated[index]! > 0 && (!isWhole || cue.end - cue.start <= TOUCHING_SECONDS);
  }).length;
  if (rolls < ROLLS_MIN || rolls * 2 < cues.length - 1) return [...cues];
  const kept: TranscriptCue[] = [];
  for (const [index, cue] of cues.entries()) {
    const text = shown[index]!.slice(repeated[index]).join('\n');
    const last = kept.at(-1);
    if (text === '' && last) kept[kept.length - 1] = { ...last, end: Math.max(last.end, cue.end) };
    else kept.push({ ...cue, text });
  }
  return kept;
}

/** How many of its first lines are the last ones of the cue just before it. */
function countRepeated(
  { start }: TranscriptCue,
  lines: readonly string[],
  before: TranscriptCue | undefined,
  linesBefore: readonly string[] = [],
): number {
  if (!before || start > before.end + TOUCHING_SECONDS) return 0;
  for (let count = Math.min(lines.length, linesBefore.length, ROLLED_LINES_MAX); count > 0; count--) {
    const ends = linesBefore.slice(-count);
    if (ends.every((line, index) => line === lines[index])) return count;
  }
  return 0;
}

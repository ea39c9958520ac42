import { plainCueText } from './cue-markup.js';
import { type CueFaultReason, type CueTimes, readCueTimes } from './cue-times.js';
import type { TranscriptCue } from './cues.js';

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
      this.readBlank();
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
    return { cues: this.cues.toSorted((a, b) => a.start - b.start || a.end - b.end), faults: this.faults };
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

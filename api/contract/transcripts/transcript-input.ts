import { type CueFault, parseCues, readCueTimes, WEBVTT_HEADER } from './cue-parser.js';
import { type TranscriptCue, transcriptOfCues } from './cues.js';
import { writtenDuration } from '../common/grammar.js';
import { CUE_MAX_SECONDS, CUE_TEXT_MAX_LENGTH, CUES_MAX, TRANSCRIPT_MAX_LENGTH } from '../common/limits.js';

/** A transcript as it is kept. */
export interface ReadTranscript {
  transcript: string;
  /** Null when it came without times. */
  cues: TranscriptCue[] | null;
  /** What was left out, in a sentence; null when nothing was. */
  note: string | null;
}

/** Numbers of a cue, settings and stray words may stand above the first times. */
const LINES_BEFORE_TIMES = 3;
const FAULTS_TOLD = 3;
const REASONS: Record<CueFault['reason'], string> = {
  unreadable: 'its times cannot be read',
  negative: 'its times are negative',
  reversed: 'it does not end after it begins',
  'too late': `it lies more than ${writtenDuration(CUE_MAX_SECONDS * 1_000)} in`,
};

/** A transcript that is plain text or the content of a `.vtt` or `.srt` file, or why it cannot be kept, in a sentence. */
export function readTranscript(text: string): ReadTranscript | string {
  if (!isTimed(text)) return withinLength({ transcript: text, cues: null, note: null });
  const { cues, faults } = parseCues(text);
  if (cues.length === 0) return 'No timed line of this transcript could be read.';
  return readCues(cues, tellFaults(faults));
}

/** The transcript of these cues, or why they cannot be kept. */
export function readCues(cues: TranscriptCue[], note: string | null = null): ReadTranscript | string {
  if (cues.length > CUES_MAX) return `A transcript has at most ${CUES_MAX} timed lines.`;
  const tooLong = cues.find((cue) => cue.text.length > CUE_TEXT_MAX_LENGTH);
  if (tooLong) return `A timed line has at most ${CUE_TEXT_MAX_LENGTH} characters.`;
  return withinLength({ transcript: transcriptOfCues(cues), cues, note });
}

function withinLength(read: ReadTranscript): ReadTranscript | string {
  if (read.transcript.length <= TRANSCRIPT_MAX_LENGTH) return read;
  return `The transcript must be at most ${TRANSCRIPT_MAX_LENGTH} characters long.`;
}

function isTimed(text: string): boolean {
  if (WEBVTT_HEADER.test(text)) return true;
  // Only the beginning is looked at: a plain transcript may well mention times.
  const lines = text.slice(0, CUE_TEXT_MAX_LENGTH).split(/\r\n?|\n/u);
  const first = lines.filter((line) => line.trim() !== '').slice(0, LINES_BEFORE_TIMES);
  return first.some((line) => readCueTimes(line) !== null);
}

function tellFaults(faults: CueFault[]): string | null {
  if (faults.length === 0) return null;
  const told = faults.slice(0, FAULTS_TOLD).map(({ line, reason }) => `line ${line} (${REASONS[reason]})`);
  const rest = faults.length - told.length;
  return `Left out: ${told.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
}

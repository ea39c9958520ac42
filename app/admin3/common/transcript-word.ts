import { readTranscript } from '../../../api/contract/transcripts/transcript-input.js';
import { TRANSCRIPT_MESSAGES as MESSAGES } from './admin3.messages.js';

/** What the server will make of the text of a transcript, in a sentence. */
export type TranscriptWord = { isRefused: boolean; text: string } | null;

/** Null where there is nothing to say: no text, or plain text. */
export function transcriptWord(source: string): TranscriptWord {
  const read = readTranscript(source.trim());
  if (typeof read === 'string') return { isRefused: true, text: read };
  if (!read.cues) return null;
  const timed = MESSAGES.timed(read.cues.length);
  return { isRefused: false, text: read.note ? `${timed} ${read.note}` : timed };
}

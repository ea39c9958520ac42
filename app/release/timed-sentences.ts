import { SENTENCE_MAX_LENGTH } from '../../api/contract/common/limits.js';
import type { OwnCut, ReleaseMark } from '../../api/contract/videos/releases.js';
import { sentencesOf } from '../../api/contract/transcripts/sentences.js';

/**
 * The sentences of a transcript, one that is too long to be marked in pieces, each with the seconds at which it is said where
 * its lines have times.
 */
export function timedSentences({ transcript, cues }: Pick<OwnCut, 'transcript' | 'cues'>): ReleaseMark[] {
  const sentences = sentencesOf(transcript).flatMap(piecesOf);
  // Blanks apart, the lines say what the transcript says.
  const spoken: { start: number; end: number; from: number }[] = [];
  let text = '';
  for (const { start, end, text: line } of cues ?? []) {
    spoken.push({ start, end, from: text.length });
    text += withoutBlanks(line);
  }
  let position = 0;
  return sentences.map((sentence) => {
    const words = withoutBlanks(sentence);
    const at = text.indexOf(words, position);
    if (at < 0 || words === '') return { sentence, start: null, end: null };
    position = at + words.length;
    const first = spoken.findLast(({ from }) => from <= at);
    const last = spoken.findLast(({ from }) => from < position);
    return { sentence, start: first?.start ?? null, end: last?.end ?? null };
  });
}

/** Parted between its words; within one only where that is too long by itself. */
function piecesOf(sentence: string): string[] {
  if (sentence.length <= SENTENCE_MAX_LENGTH) return [sentence];
  const blank = sentence.lastIndexOf(' ', SENTENCE_MAX_LENGTH);
  const end = blank > 0 ? blank : endOfCharacter(sentence, SENTENCE_MAX_LENGTH);
  return [sentence.slice(0, end), ...piecesOf(sentence.slice(end).trimStart())];
}

/** Where the last character ends that ends until there. */
function endOfCharacter(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/gu, '');
}

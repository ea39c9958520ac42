import { onOneLine } from '../common/excerpt.js';
import { SENTENCE_MAX_LENGTH } from '../common/limits.js';
import { paragraphs } from './paragraphs.js';
import { segmentSentences } from '../common/older-browsers.js';

/** Shorter ones say too little by themselves, and longer ones are no glance any more. */
const TELLING_LENGTH = { from: 36, to: 150 };
/** Of its rarest words so many count: a long sentence is not better for being long. */
const COUNTED_WORDS = 5;
const WORD_MIN_LENGTH = 4;

/** The sentences of a transcript in their order, each on one line. */
export function sentencesOf(transcript: string): string[] {
  return paragraphs(transcript).flatMap((paragraph) =>
    Array.from(segmentSentences(onOneLine(paragraph)), ({ segment }) => segment.trim()).filter((text) => text !== ''),
  );
}

/** Whether a sentence can stand for this transcript: its words stand in it, whatever the lines are. */
export function standsIn(sentence: string, transcript: string): boolean {
  const line = onOneLine(sentence);
  if (line === '' || line.length > SENTENCE_MAX_LENGTH) return false;
  return transcript.includes(line) || onOneLine(transcript).includes(line);
}

/** A sentence that was chosen, or found, for as long as it is said; null else. */
export function standingSentence(sentence: string | null, transcript: string): string | null {
  return sentence !== null && standsIn(sentence, transcript) ? sentence : null;
}

/** In how many of some texts each word stands. */
export interface WordCounts {
  texts: number;
  ofWord: ReadonlyMap<string, number>;
}

export function countWords(texts: readonly string[]): WordCounts {
  const ofWord = new Map<string, number>();
  for (const text of texts) for (const word of tellingWords(text)) ofWord.set(word, (ofWord.get(word) ?? 0) + 1);
  return { texts: texts.length, ofWord };
}

/**
 * The sentence of a transcript that tells most: the one whose words are rarest in what others said, the first of equals.
 * @param said by those it is compared with; its own words may be among them
 * @returns null when no sentence is of a length to be read at a glance
 */
export function tellingSentence(transcript: string, said: WordCounts): string | null {
  const candidates = sentencesOf(transcript).filter(
    ({ length }) => length >= TELLING_LENGTH.from && length <= TELLING_LENGTH.to,
  );
  const rarity = (word: string) => Math.log((said.texts + 2) / ((said.ofWord.get(word) ?? 0) + 1));
  const score = (sentence: string) =>
    Array.from(tellingWords(sentence), rarity)
      .toSorted((a, b) => b - a)
      .slice(0, COUNTED_WORDS)
      .reduce((sum, rare) => sum + rare, 0);
  let best: { sentence: string; score: number } | null = null;
  for (const sentence of candidates) {
    const told = score(sentence);
    if (!best || told > best.score) best = { sentence, score: told };
  }
  return best?.sentence ?? null;
}

/** The different words of a text that may tell something, in lower case. */
function tellingWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= WORD_MIN_LENGTH));
}

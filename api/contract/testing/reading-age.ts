/** Of the Flesch-Kincaid grade, which children of 12 read. */
export const GRADE_AT_12 = 6.5;
export const LONGEST_SENTENCE_WORDS = 15;

/** Every text in whatever holds texts; one that is made of something is made of `sample`. */
export function textsIn(value: unknown, sample: string): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const make = value as (...samples: string[]) => unknown;
    return textsIn(make(...Array.from({ length: value.length }, () => sample)), sample);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) => textsIn(part, sample));
}

function sentencesOf(texts: string[]): string[] {
  return texts.flatMap((text) => text.split(/(?<=[.?!][”"]?)\s+/)).filter(Boolean);
}

export function longSentences(texts: string[]): string[] {
  return sentencesOf(texts).filter((sentence) => wordsOf(sentence).length > LONGEST_SENTENCE_WORDS);
}

/** The Flesch-Kincaid grade of all of them together. */
export function gradeOf(texts: string[]): number {
  const sentences = sentencesOf(texts);
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

function wordsOf(sentence: string): string[] {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Groups of vowels, without a silent e: near enough for English. */
function syllablesOf(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?<=[^l])e$/, '')
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}

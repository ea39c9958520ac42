import { foldCase } from './transcript-search.js';

const WORD_MIN_LENGTH = 3;
/** From this length on a word may be wrong in two places. */
const LONG_WORD_LENGTH = 6;
const NEAREST_PER_WORD = 3;
const NEAREST_SHOWN = 4;

/** The words of a text as they can be searched, each once. */
export function searchableWords(text: string): Set<string> {
  const words = foldCase(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= WORD_MIN_LENGTH));
}

/**
 * Words that somebody may have meant who found nothing: those of the query that are said in the archive, and in place of
 * the others the nearest that are; of equally near ones those of which a letter was left out.
 * @param said the archive's own words, the most frequent first
 */
export function nearestWords(query: string, said: readonly string[]): string[] {
  const known = new Set(said);
  const meant = [...searchableWords(query)].flatMap((word) => (known.has(word) ? word : nearest(word, said)));
  return [...new Set(meant)].filter((word) => word !== foldCase(query.trim())).slice(0, NEAREST_SHOWN);
}

function nearest(word: string, said: readonly string[]): string[] {
  const most = word.length < LONG_WORD_LENGTH ? 1 : 2;
  const near = said.flatMap((other) => {
    const distance = editDistance(word, other, most);
    return distance <= most ? { other, distance, rank: Number(!hasLettersOf(word, other)) } : [];
  });
  return near
    .toSorted((a, b) => a.distance - b.distance || a.rank - b.rank)
    .slice(0, NEAREST_PER_WORD)
    .map(({ other }) => other);
}

/** Whether the letters of a word are all there in their order: then it is as if the word left some out. */
function hasLettersOf(word: string, other: string): boolean {
  let found = 0;
  for (let at = 0; at < other.length; at++) if (other[at] === word[found]) found++;
  return found === word.length;
}

/** How many letters have to be added, left out, exchanged or swapped with the next one; more than `most` is any such number. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + Number(!isSame));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, before![j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last!.at(-1)!;
}

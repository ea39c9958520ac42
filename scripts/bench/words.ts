import { seededNumbers } from '../../api/testing/hostile-texts.ts';

const VOCABULARY_SIZE = 12_000;
const SYLLABLES = [
  'an',
  'be',
  'cor',
  'da',
  'el',
  'fi',
  'gra',
  'hu',
  'in',
  'jo',
  'ka',
  'lu',
  'mor',
  'ne',
  'os',
  'pa',
  'qui',
  'ri',
  'sta',
  'tu',
  'ul',
  'ver',
  'win',
  'xa',
  'yo',
  'zen',
];

/** Made-up words, the common ones first and short, as in a language. */
export const VOCABULARY: readonly string[] = makeVocabulary();

function makeVocabulary(): string[] {
  const random = seededNumbers(1);
  const words = new Set<string>();
  while (words.size < VOCABULARY_SIZE) {
    const length = 1 + Math.floor((words.size / VOCABULARY_SIZE) * 2 + random() * 2);
    words.add(Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''));
  }
  return [...words];
}

/** Sentences of about twelve words, which come up as often as Zipf's law says. */
export function makeTranscript(random: () => number, words: number): string {
  const text: string[] = [];
  for (let count = 0; count < words; count++) {
    const word = VOCABULARY[Math.floor(VOCABULARY_SIZE ** random()) - 1] ?? '';
    const isFirst = count % 12 === 0;
    text.push((isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word) + (count % 12 === 11 ? '.' : ''));
  }
  return text.join(' ');
}

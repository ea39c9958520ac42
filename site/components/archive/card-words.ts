import { excerpt } from '../../../api/contract/common/excerpt.js';
import { EXCERPT_GALLERY_CARD } from '../../../api/contract/common/screen-numbers.js';
import { NO_TRANSCRIPT } from '../../../api/contract/common/wordings.js';

interface CardWords {
  /** The telling sentence, null where the excerpt says it already. */
  sentence: string | null;
  /** The beginning of what is said, or that there is none. */
  excerpt: string;
  /** The excerpt stands for the sentence, and looks like it. */
  isQuote: boolean;
}

/** So much of two texts alike is no accident. */
const ALIKE = 20;

/** What a card of the gallery says in a person's words, none of it twice. */
export function cardWords(transcript: string, sentence: string | null): CardWords {
  const beginning = excerpt(transcript, EXCERPT_GALLERY_CARD);
  const line = sentence === null ? '' : excerpt(sentence, Infinity);
  const isRepeated = sentence !== null && (beginning.includes(line) || beginning.startsWith(line.slice(0, ALIKE)));
  return { sentence: isRepeated ? null : sentence, excerpt: beginning || NO_TRANSCRIPT, isQuote: isRepeated };
}

import { NO_TRANSCRIPT } from '../../../api/contract/common/wordings.js';
import { cardWords } from './card-words.js';

const TRANSCRIPT =
  'Before I fell ill I loved to climb in the hills above the harbour. Now a good day is one conversation.';
const BEGINNING = 'Before I fell ill I loved to climb in the hills above the harbour. Now a good da…';

describe('the words on a card', () => {
  it('are a telling sentence and how the person begins', () =>
    expect(cardWords(TRANSCRIPT, 'The mornings are mine.')).toEqual({
      sentence: 'The mornings are mine.',
      excerpt: BEGINNING,
      isQuote: false,
    }));

  it('are said once when the person begins with that sentence', () =>
    expect(cardWords(TRANSCRIPT, 'Before I fell ill I loved to climb in the hills above the harbour.')).toEqual({
      sentence: null,
      excerpt: BEGINNING,
      isQuote: true,
    }));

  it.each([
    ['by itself where the beginning cuts it', 'Now a good day is one conversation.', false],
    ['within the beginning where that has all of it', 'I loved to climb in the hills above the harbour.', true],
  ])('have the sentence %s', (_, sentence, isQuote) =>
    expect(cardWords(TRANSCRIPT, sentence)).toEqual({
      sentence: isQuote ? null : sentence,
      excerpt: BEGINNING,
      isQuote,
    }),
  );

  it('are a line about it where nothing is written', () =>
    expect(cardWords('', null)).toEqual({ sentence: null, excerpt: NO_TRANSCRIPT, isQuote: false }));
});

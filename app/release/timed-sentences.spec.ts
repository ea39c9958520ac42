import { SENTENCE_MAX_LENGTH } from '../../api/contract/common/limits.js';
import { standsIn } from '../../api/contract/transcripts/sentences.js';
import { timedSentences } from './timed-sentences.js';

const sentencesOf = (transcript: string) => timedSentences({ transcript, cues: null }).map(({ sentence }) => sentence);

describe('a sentence that is too long to be marked', () => {
  it('is parted between its words', () => {
    const long = 'a'.repeat(SENTENCE_MAX_LENGTH - 2);
    expect(sentencesOf(`${long} b c`)).toEqual([`${long} b`, 'c']);
    expect(sentencesOf(`${long} bc d`)).toEqual([long, 'bc d']);
  });

  it('is parted within a word that is too long itself, and never within a character', () => {
    const long = `a${'🌱'.repeat(SENTENCE_MAX_LENGTH)}`;
    const pieces = sentencesOf(`It is ${long} there`);
    expect(pieces.join('')).toBe(`It is${long} there`);
    for (const piece of pieces)
      expect([piece.isWellFormed(), standsIn(piece, `It is ${long} there`)]).toEqual([true, true]);
  });
});

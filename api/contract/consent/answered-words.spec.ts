import { createHash } from 'node:crypto';
import { ANSWERED_WORDS, type AnsweredKind, findAnsweredWords } from './answered-words.js';
import { PHOTOS_CONSENT, WORDS_CONSENT } from './consent.js';
import { ELSEWHERE_WORDS, ELSEWHERE_WORDS_VERSION } from '../staff/elsewhere.js';
import { PRIVACY } from './privacy.js';
import { RELEASE_WORDS_VERSION, releaseWording } from '../videos/releases.js';
import { WITHDRAWAL_WORDS_VERSION, withdrawalWords } from '../stories/withdrawal-words.js';

const sha256Of = (words: string) => createHash('sha256').update(words).digest('hex');
const WITHDRAWN = ['story', 'everything', 'answer', 'photo', 'video'] as const;
const NOW: Record<AnsweredKind, [string, string[]]> = {
  release: [RELEASE_WORDS_VERSION, [false, true].map((isWritten) => releaseWording(isWritten).words)],
  withdrawal: [WITHDRAWAL_WORDS_VERSION, WITHDRAWN.map((what) => withdrawalWords(what))],
  elsewhere: [ELSEWHERE_WORDS_VERSION, Object.values(ELSEWHERE_WORDS)],
  words: [PRIVACY.version, [JSON.stringify(WORDS_CONSENT)]],
  photos: [PRIVACY.version, [JSON.stringify(PHOTOS_CONSENT)]],
};

describe('words that somebody has answered', () => {
  it.each(ANSWERED_WORDS)('about $kind of $version are those that were answered: $sha256', ({ sha256, words }) => {
    expect(sha256Of(words)).toBe(sha256);
    expect(findAnsweredWords(sha256)?.words).toBe(words);
  });

  it.each(Object.entries(NOW))('about %s are kept in the version of the screens', (kind, [version, words]) => {
    const kept = ANSWERED_WORDS.filter((known) => known.kind === kind && known.version === version);
    expect(kept.map((known) => known.words)).toEqual(words);
  });

  it('are not found by the hash of others', () => {
    expect(findAnsweredWords(sha256Of('Yes.'))).toBeNull();
  });
});

import { PHOTOS_CONSENT, WORDS_CONSENT } from '../../api/contract/consent/consent.js';
import { RECEIPT_ACTOR_WORDS, RECEIPT_WORDS } from '../../api/contract/consent/receipt-words.js';
import { RELEASE_WORDS } from '../../api/contract/videos/releases.js';
import {
  GRADE_AT_12,
  gradeOf,
  LONGEST_SENTENCE_WORDS,
  longSentences,
  textsIn,
} from '../../api/contract/testing/reading-age.js';
import { withdrawalWords } from '../../api/contract/stories/withdrawal-words.js';
import { GUARDIAN_MESSAGES } from '../guardian/guardian.messages.js';
import * as help from '../help/help.messages.js';
import { CONSENT_MESSAGES } from '../interview/consent/consent.messages.js';
import { THANKS_MESSAGES } from '../interview/thanks.messages.js';
import { HELPERS_MESSAGES } from '../my-story/helpers.messages.js';
import * as myStory from '../my-story/my-story.messages.js';
import * as release from '../release/release.messages.js';

const WITHDRAWN = (['answer', 'photo', 'video', 'story', 'everything'] as const).map(withdrawalWords);

/** What people read before they say yes or no, and where they take it back. */
const SCREENS: [string, unknown][] = [
  ['asks before the first recording', [CONSENT_MESSAGES, WORDS_CONSENT, PHOTOS_CONSENT]],
  ['asks a parent or guardian', GUARDIAN_MESSAGES],
  ['tells after Submit what will be asked', THANKS_MESSAGES.next('anna@example.org')],
  ['asks about a finished cut', [RELEASE_WORDS, release]],
  ['shows what there is of a person', [myStory, RECEIPT_WORDS, RECEIPT_ACTOR_WORDS]],
  ['tells what goes before it is taken back', WITHDRAWN],
  ['hands a link to somebody who helps', HELPERS_MESSAGES],
  ['is for somebody who helps', help],
];

describe.each(SCREENS)('the screen that %s', (_, words) => {
  const texts = textsIn(words, 'it');

  it(`says it in sentences of ${LONGEST_SENTENCE_WORDS} words or fewer`, () => {
    expect(longSentences(texts)).toEqual([]);
  });

  it('is read at the age of 12', () => {
    expect(gradeOf(texts)).toBeLessThan(GRADE_AT_12);
  });
});

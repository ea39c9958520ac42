import type { OwnThing, Withdrawal } from './my-story.js';

/** Raised with every change of what is read before something is taken back. */
export const WITHDRAWAL_WORDS_VERSION = '2026-11-22';

const CANNOT_BE_CALLED_BACK =
  'What we cannot call back: copies that others made while it was public, and pages that search engines still keep for some days.';

const GOES = {
  story:
    'What goes, for good: every finished video, answer and photo of yours, your public page, and every word of it in the search. Our producers are told.',
  everything:
    'What goes, for good: every video, answer and photo, your public page, what was sent under your e-mail, your name and your e-mail. Our producers see that it happened, and no name.',
};

/** What a person reads before the second press. */
export function withdrawalWords(what: Withdrawal['what']): string {
  const goes = what === 'story' || what === 'everything' ? GOES[what] : thingGoes(what);
  return `${goes} ${CANNOT_BE_CALLED_BACK}`;
}

function thingGoes(what: OwnThing): string {
  const more = what === 'video' ? ', its page and its words in the search' : '';
  return `This ${what} goes for good, with its files${more}. Our producers are told.`;
}

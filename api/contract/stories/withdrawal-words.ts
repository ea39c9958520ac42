import type { OwnThing, Withdrawal } from './my-story.js';

/** Raised with every change of what is read before something is taken back. */
export const WITHDRAWAL_WORDS_VERSION = '2026-11-22.2';

const CANNOT_BE_CALLED_BACK =
  'We cannot call back copies that others made while it was public. Search engines may show it for some more days.';

const GOES = {
  story:
    'All of this goes for good. Every finished video, answer and photo of yours. Your public page, and every word of it in the search. Our producers are told.',
  everything:
    'All of this goes for good. Every video, answer and photo. Your public page, and what was sent under your e-mail. Your name and your e-mail. Our producers see that it happened, and no name.',
};

/** What a person reads before the second press. */
export function withdrawalWords(what: Withdrawal['what']): string {
  const goes = what === 'story' || what === 'everything' ? GOES[what] : thingGoes(what);
  return `${goes} ${CANNOT_BE_CALLED_BACK}`;
}

function thingGoes(what: OwnThing): string {
  const more = what === 'video' ? ' So do its page, and its words in the search.' : '';
  return `This ${what} goes for good, with its files.${more} Our producers are told.`;
}

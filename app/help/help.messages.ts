import { PHOTO_MAX_SIZE } from '../../api/contract/common/wordings.js';
import type { HelpedKind } from '../../api/contract/people/helpers.js';

/** Texts of the page for somebody who helps. */
export const HELP_MESSAGES = {
  welcome: 'Help with a story',
  welcomeText: 'Somebody who lives with ME/CFS has sent you this link. With it you can add to their story for them.',
  begin: 'I agree, begin',
  beginning: 'One moment...',
  openFailed: 'That did not work just now. Your link still works. Please try again.',
  heading: (firstName: string) => `Help ${firstName} with the story`,
  text: (firstName: string) =>
    `Whatever you add goes to ${firstName}, who can see and remove it. You see only what you add yourself, and you cannot hand the story in.`,
  endsOn: (date: string) => `Your link works until ${date}.`,
  closed: (firstName: string) => `${firstName} has handed the story in. Nothing can be added any more. Thank you.`,
  loading: 'One moment, please...',
  loadFailed: 'This could not be loaded. Nothing is lost.',
  noLink: 'This page needs a link that works. Yours may have ended: please ask for a new one.',

  photos: 'Photos',
  photosHint: `Pictures up to ${PHOTO_MAX_SIZE} each. You can choose several at once.`,
  choosePhotos: 'Choose photos',
  answer: 'An answer',
  question: 'To which question?',
  questionHint: 'What you add stands beside what is there, and takes the place of nothing.',
  recording: 'Choose a video or a voice file',
  wordsLabel: 'Or in words',
  wordsHint: 'As they told it to you.',
  wordsMissing: 'Please write down what they told you first.',
  addWords: 'Add these words',
  adding: 'Adding...',

  sending: (name: string, percent: number) => `Sending ${name}: ${percent} %`,
  sent: 'Added.',
  failed: (name: string) => `${name} could not be added. Please try again.`,
  maybeAdded: 'We got no answer. Please look below whether it was added.',
  added: 'What you have added',
  addedNone: 'Nothing yet.',
  kinds: { photo: 'Photo', recording: 'Recording', words: 'Words' } satisfies Record<HelpedKind, string>,
  remove: 'Remove',
  removing: 'Removing...',
  confirmRemove: (name: string) => `Remove “${name}”?`,
  removeForGood: 'It is gone from the story for good. What you still have can be added again.',
  keep: 'Keep it',
  removeFailed: 'This could not be removed. Please try again.',
  maybeRemoved: 'We got no answer. Please look here whether it is gone.',
  removeNamed: (name: string) => ` ${name}`,
  finish: 'I am done on this device',
  leaveFailed: 'That did not work just now. Your link may still be open on this device. Please try again.',
  unadded: {
    title: 'Leave without these words?',
    description: 'You have typed words that are not added yet. They go when you leave.',
    confirm: 'Leave without them',
    cancel: 'Stay here',
  },
  finished: 'Thank you. With the link you can come back.',
};

/** What the server says to the participant in other words. */
export const HELP_REFUSALS: Partial<Record<string, string>> = {
  signed_out: 'Your link has ended here, or another one was opened. What you added before is safe.',
  submitted: 'The story was handed in. Nothing can be added any more.',
  consent_missing: 'Nothing can be kept just now, because there is no yes to it. Please ask the person whom you help.',
};

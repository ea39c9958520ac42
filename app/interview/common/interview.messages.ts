import { counted, listed, plural } from '../../../api/contract/common/grammar.js';
import { STORY_DELETED } from '../../../api/contract/common/wordings.js';
import { TRY_AGAIN } from '../../shared/http/http-error.js';

/** Texts of the interview around the recorder. */
export const INTERVIEW_MESSAGES = {
  product: 'My ME/CFS Story',
  heading: 'ME/CFS Interview',
  viewStories: 'View Stories',
  myStory: 'My story',
  takeABreak: 'Take a break',
  breakOffline: {
    title: 'There is no connection just now',
    description:
      'You can rest all the same. What this page has is sent once there is one, if it stays open until then.',
  },
  everythingIsSaved: 'everything is saved',
  recordingIsStored: 'a recording is kept here, but not saved yet',
  nothingYet: 'nothing is recorded yet',
  recordingIsUnsaved: 'this recording is not saved yet',
  photosAreUnsaved: 'some photos are not added yet',
  wordsAreUnsent: 'some written words are not sent yet',
  /** After what is kept in a browser that may empty its storage. */
  comeBackBy: (date: string) => `: come back by ${date}`,

  loading: 'Loading questions...',
  empty: 'No questions found.',
  emptyHint: 'Please check the database setup.',
  loadFailed: 'The interview could not be loaded',
  loadFailedHint: 'Your answers are safe with us. Check your connection, then try again.',
  tryAgain: 'Try Again',

  questionOf: (number: number, count: number) => `Question ${number} of ${count}`,
  percent: (percent: number) => `${percent} %`,
  answeredLabel: 'Answered questions',
  starterHint: 'You could begin with',

  previous: 'Previous',
  next: 'Next',
  continueToPhotos: 'Continue to Photos',
  continueToSubmit: 'Continue',
  note: 'A short video will be produced from your story, and you may be invited to join the documentary.',

  notAnswered: {
    title: 'Question not answered',
    description: 'Please record a response to this question before moving to the next one.',
  },
  wordsNotSent: {
    title: 'Your words are not sent yet',
    description: 'They are sent as soon as there is a connection. You can go on then.',
  },
  wordsNeedYou: {
    title: 'Your words are not sent yet',
    description: 'Open what you wrote: what to do next stands there.',
  },
  unsavedRecording: {
    title: 'This recording is not saved yet',
    description: 'Use it or discard it first.',
  },
  unsavedThings: {
    title: 'Not everything here is saved yet',
    description: 'Save it or discard it first.',
  },
};

/** Recordings that are used, and not saved yet, while the interview goes on. */
export const SAVINGS_MESSAGES = {
  heading: 'Your recording is on its way',
  hint: 'You can go on. It stays in this browser until it is saved.',
  hintKeptUntil: (date: string) =>
    `You can go on. Until it is saved, this browser has it, and may delete it after ${date}.`,
  hintNotKept: 'You can go on. Keep this page open until it is saved.',
  sending: (questions: number[]) => `${namedQuestions(questions)} ${isOrAre(questions)} on the way to us`,
  waiting: (questions: number[]) => `${namedQuestions(questions)} ${isOrAre(questions)} waiting for the connection`,
  notSaved: (questions: number[]) => {
    const named = namedQuestions(questions);
    return `${named[0]!.toUpperCase()}${named.slice(1)} ${isOrAre(questions)} not saved yet: no connection`;
  },
  held: (questions: number[]) => `what you added to ${namedQuestions(questions)} waits for its first part`,
  beforeSubmit:
    'Your story is submitted as soon as your recordings are saved. Please keep this page open until then. If it is closed, both go on when you come back.',
  beforeSubmitNotKept:
    'Your story is submitted as soon as your recordings are saved. Please keep this page open until then.',
};

function namedQuestions(numbers: number[]): string {
  // Each after an "and", also of three.
  const named = numbers.map(String).reduce((before, number) => listed([before, number]));
  return plural(numbers.length, { one: `question ${named}`, other: `questions ${named}` });
}

function isOrAre({ length }: number[]): string {
  return plural(length, { one: 'is', other: 'are' });
}

/** The same person pressed Submit in another tab or on another device. */
export const SUBMITTED_ELSEWHERE = {
  title: 'Your story was submitted',
  description: 'You did so on another page or device. There is nothing left to do here.',
};

/** After Submit: the one way to change something. */
export const REOPEN_MESSAGES = {
  offer: 'Is there something that you would like to change?',
  action: 'Reopen my story',
  title: 'Reopen your story?',
  description:
    'You can then change answers and photos. Our producers see that you have reopened it, and wait until you submit it again. Nothing is deleted.',
  cancel: 'Leave it as it is',
  pending: 'Reopening...',
  reopened: { title: 'Your story is open again', description: 'Submit it again when you are done.' },
  failed: { title: 'Your story is not reopened yet', description: 'Check your connection, then try again.' },
  photosKept: (mayReopen: boolean) =>
    `This browser keeps photos that you chose. They are not part of what you submitted${mayReopen ? ': to add them, reopen your story' : ''}.`,
  photosLeft: 'Your story was submitted on another page or device. The photos below are not part of it.',
};

/** In place of the thanks, and above what can be recorded all the same. */
export const WITHDRAWN_MESSAGES = {
  heading: 'Your story is withdrawn',
  text: (date: string) =>
    `You withdrew your story on ${date}. What was there then is gone, and nothing of yours can be published.`,
  anew: 'If you want to tell it anew, first delete everything about you on “My story”. Then begin again, with the same e-mail if you like.',
  myStory: 'Go to My story',
  /** Above the camera of a phone, where room is short. */
  notice: (date: string) =>
    `You withdrew your story on ${date}: nothing of yours can be published. To tell it anew, first delete everything on “My story”.`,
  /** Of what was not sent by then. */
  keptHere: 'This browser still keeps something that was not sent.',
  forget: 'Forget it',
};

/** Before what a browser keeps of a story that is withdrawn goes, too. */
export const FORGET_WITHDRAWN_MESSAGES = {
  title: 'Forget what this browser keeps?',
  description:
    'Recordings, written words and photos that were not sent are deleted in this browser. To keep one, download it first.',
  confirm: 'Delete them here, too',
  keep: 'Keep them for now',
  deleting: 'Deleting...',
};

/** There is no story any more. */
export const DELETED_MESSAGES = {
  notice: `${STORY_DELETED} Nothing that you record here now can be saved.`,
  title: 'Your story was deleted',
  description: `${STORY_DELETED} Recordings that were not saved yet are still in this browser: shall they be deleted, too? To keep one, download it first.`,
  confirm: 'Delete them here, too',
  keep: 'Keep them for now',
  deleting: 'Deleting...',
};

/** All recordings to a question. */
export const RECORDINGS_MESSAGES = {
  open: (count: number) => plural(count, { one: 'Earlier recording', other: `Earlier recordings (${count})` }),
  title: 'Your recordings',
  hint: 'All of them are kept until you submit your story. Then only your answer stays.',
  whichTitle: 'Which one is your answer?',
  whichHint:
    'While you recorded, another answer to this question was saved on another page or device. Both are kept until you submit your story.',
  recorded: (moment: string) => `Saved ${moment}`,
  isAnswer: 'Your answer',
  choose: 'Use as my answer',
  keepChosen: 'Keep this answer',
  remove: 'Remove',
  removing: 'Removing...',
  keep: 'Keep it',
  confirmRemove: 'Remove this recording?',
  confirmRemoveHint: 'It cannot be brought back.',
  failed: { title: 'Nothing was changed', description: 'Check your connection, then try again.' },
};

/** By what would be lost by leaving the page. */
export const SIGNED_OUT_MESSAGES = {
  all: 'You have been signed out. Everything you added is saved. Sign in again to submit your story.',
  'only-on-this-page': 'You have been signed out. Keep this page open, sign in again in another tab, then go on here.',
  resume: 'Resume your interview',
};

export const FORGET_DEVICE_MESSAGES = {
  action: 'Forget this device',
  title: 'Forget this device?',
  description: 'To come back in this browser you need a link from your e-mail. All that you have saved stays with us.',
  lost: (count: number) => {
    if (count === 0) return 'No recording is lost.';
    return plural(count, {
      one: 'One recording in this browser is not saved yet: it would be lost.',
      other: `${count} recordings in this browser are not saved yet: they would be lost.`,
    });
  },
  wordsLost: 'Written words that are not sent yet would be lost.',
  photosLeft: 'Photos that you chose and have not added yet would be lost.',
  cancel: 'Stay',
  pending: 'Forgetting...',
  failed: { title: 'This device is not forgotten yet', description: 'Check your connection, then try again.' },
};

/** Texts of the last step and of the thanks. */
export const FINISH_MESSAGES = {
  helper: 'Does somebody help you?',
  helperLink: 'Make a link for them',
  withoutPhotosHeading: 'Submit your story',
  withoutPhotosHint: 'All your answers are saved. Submit them when you are ready.',
  withoutPhotosHintUnsaved: 'All questions are answered. Submit your story when you are ready.',
  progressLabel: 'Final Step / Survey Complete!',
  previous: 'Previous',
  submit: 'Submit',
  submitting: 'Submitting...',
  earlierGo: (count: number) =>
    plural(count, {
      one: 'One earlier recording is not part of your story. It is deleted when you submit.',
      other: `${count} earlier recordings are not part of your story. They are deleted when you submit.`,
    }),
  refused: { title: 'Not submitted yet', description: 'Something is still missing. Please try again.' },
  notKnown: {
    title: 'Not submitted yet',
    description: 'This browser does not say whether your recordings are saved. Please press Submit again.',
  },
  photoNotAdded: (reason: string) => ({
    title: 'Not submitted yet',
    description: `A photo could not be added. ${reason}`,
  }),

  thanksHeading: 'Thank You!',
  submitted: 'Your story was submitted.',
  whatNext: 'Our producers will e-mail you when your video is ready.',
  notSentYet: 'Your submission has not reached us yet. Keep this page open: it is sent again until it does.',
  documentary: 'Visit the documentary',
  watchStories: 'Watch Stories',
};

/** The recordings that together are one answer. */
export const PIECES_MESSAGES = {
  open: (count: number) => `${count} recordings in this answer`,
  title: 'Your answer',
  hint: 'They are played in this order, and become one video.',
  piece: (number: number, moment: string) => `${number}. ${moment}`,
  moveUp: 'Earlier',
  moveDown: 'Later',
  moveUpNamed: (number: number) => `Play recording ${number} earlier`,
  moveDownNamed: (number: number) => `Play recording ${number} later`,
  moved: (number: number, count: number) => `Moved: it is number ${number} of ${count} now.`,
  remove: 'Remove',
  removeNamed: (number: number) => `Remove recording ${number}`,
  removed: 'Removed.',
  confirmRemove: 'Remove this recording?',
  confirmRemoveHint: 'It cannot be brought back. The others stay.',
  keep: 'Keep it',
  removing: 'Removing...',
  failed: { title: 'Nothing was changed', description: 'Please try again.' },
};

/** What was begun under the e-mail in another browser, before its owner came by a mailed link. */
export const UNCLAIMED_MESSAGES = {
  heading: 'Is this yours?',
  intro:
    'Before you opened the link in your mail, somebody began a story with your e-mail address in another browser. Perhaps it was you. Nobody sees any of it until you have answered.',
  factsLabel: 'What was begun',
  registered: 'Begun',
  registeredAs: (name: string, day: string) => `${day}, as ${name}`,
  handles: 'Handles',
  recorded: 'Recorded',
  nothingRecorded: 'No answers and no photos',
  unsaved: 'Not saved yet',
  drafts: (count: number) => counted(count, { one: 'recording', other: 'recordings' }),
  last: (day: string) => `the last on ${day}`,
  submitted: 'Submitted',
  isSubmitted: 'Yes, as a finished story',
  mine: 'These are mine',
  mineHint:
    'If it is yours, all of it is part of your story again. Where you have recorded an answer since, the new one stays.',
  claiming: 'One moment...',
  notMine: 'Not mine',
  later: 'Decide later',
  notice: 'Somebody began a story with your e-mail address before you came.',
  look: 'Is this yours?',
  failed: TRY_AGAIN,

  discardTitle: 'Delete what was begun?',
  discardHint:
    'It cannot be brought back. The other browser stays signed out. Please give us your own name for your story.',
  firstName: 'First name',
  lastName: 'Last name',
  firstNameMissing: 'Please enter your first name.',
  lastNameMissing: 'Please enter your last name.',
  discard: 'Delete it',
  discarding: 'Deleting...',
  keep: 'Keep it for now',
};

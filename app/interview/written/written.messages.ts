import { counted, listed, plural } from '../../../api/contract/common/grammar.js';
import { STORY_SUBMITTED, WORDS_CHANGED } from '../../../api/contract/common/wordings.js';

const STATES = {
  saved: 'Saved',
  typed: 'Kept on this device, not sent yet',
  saving: 'Saving...',
  unsent: 'Kept on this device, not sent yet. It is tried again by itself.',
  refused: 'Kept on this device, not sent yet.',
  'signed-out': 'Kept on this device, not sent yet.',
  changed: WORDS_CHANGED,
  submitted: 'Kept on this device, not sent.',
  withheld: 'Kept on this device, not sent: your story is withdrawn.',
};

/** Texts of an answer in words. */
export const WRITTEN_MESSAGES = {
  open: 'Write it instead',
  openWritten: 'Your written answer',
  label: 'Your answer in words',
  nothingYet: 'As much or as little as you like. Every word is kept as you type.',
  takenBack: 'Saved. Nothing is written here any more.',
  states: STATES,
  /** Of words that this browser does not keep. */
  statesNotKept: {
    ...STATES,
    typed: 'Not sent yet.',
    unsent: 'Not sent yet. It is tried again by itself.',
    refused: 'Not sent yet.',
    'signed-out': 'Not sent yet.',
    submitted: 'Not sent.',
    withheld: 'Not sent: your story is withdrawn.',
  },
  onlyOnThisPage: 'Please keep this page open: this browser does not keep these words.',
  stored: 'What is saved:',
  storedNothing: 'Nothing: the words were taken back.',
  keepMine: 'Keep what I wrote here',
  keepStored: 'Take what is saved',
  keepBoth: 'Keep both',
  tryAgain: 'Try Again',
  sendWithheld: 'Send it all the same',
  signInAgain: 'Sign in again',
  done: 'Done',
  /** At Submit, by what they wait for. */
  changedAtSubmit: `${WORDS_CHANGED} Open your written answer, and say which words to keep.`,
  submittedAtSubmit: STORY_SUBMITTED,
  refusedAtSubmit: (said: string | null) =>
    `${said ?? 'Your words to this question could not be saved.'} What you wrote is still here. To submit without it, clear it.`,
  besideStory: (numbers: number[], mayReopen: boolean) =>
    `What you wrote to ${plural(numbers.length, { one: 'question', other: 'questions' })} ${listed(numbers.map(String))} is not sent, and not part of what you submitted.${mayReopen ? ' To send it, reopen your story.' : ''}`,
  tooLong: (tooMany: number) =>
    `This is longer than we can keep: ${counted(tooMany, { one: 'character', other: 'characters' })} too many. All of it is still here.`,
  keptHere: 'It is kept on this device.',
  notAllSaved: {
    title: 'Not submitted yet',
    description:
      'Some of your written words are not sent yet. They are still here: check your connection, then try again.',
  },
};

/** Texts of what somebody who helps wrote. */
export const HELPED_WORDS_MESSAGES = {
  open: 'Words written for you',
  hint: 'Somebody who helps you wrote this. It answers the question, beside whatever you say yourself.',
  toRemove: 'To remove any of it, go to My story',
};

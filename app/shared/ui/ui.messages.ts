import { counted } from '../../../api/contract/common/grammar.js';

/** What the controls and the frame of every screen say by themselves. */
export const UI_MESSAGES = {
  dayHalf: 'Please give a whole day of the calendar, or leave this empty.',
  away: 'We are away for a moment. Nothing is lost, and this page goes on by itself.',
  checking: 'One moment, please...',
  notReached: 'We could not be reached just now. Nothing is lost.',
  tryAgain: 'Try again',
  close: 'Close',
  privacy: 'What we do with what you give us',
  videoNotLoaded: 'The video could not be loaded just now. Please try again in a moment.',
  videoNotPlayable: 'This browser cannot play the video.',
  newTab: '(opens a new tab)',
  otherLink: {
    title: 'The other link was not opened',
    description: 'What you have begun on this page would be lost. Please finish it first, then open the link again.',
  },
};

/** Of the recordings that together are an answer, while they are not joined. */
export const PIECES_MESSAGES = {
  count: (number: number) => `This answer is in ${counted(number, { one: 'recording', other: 'recordings' })}.`,
  recording: (number: number) => `Recording ${number}`,
  play: 'Play',
  download: 'Download',
};

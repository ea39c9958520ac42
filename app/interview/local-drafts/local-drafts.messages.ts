import { numberInWords } from '../../../api/contract/common/grammar.js';
import { WEBKIT_STORAGE_DAYS } from '../../../api/contract/common/screen-numbers.js';

/** Texts about recordings that this browser has kept. */
export const LOCAL_DRAFT_MESSAGES = {
  heading: 'We kept your recording',
  recorded: (duration: string, moment: string) => `${duration}, recorded ${moment}. It is not saved yet.`,
  chosen: (filename: string) => `“${filename}”. It is not saved yet.`,
  ofCameraApp: 'The video from your camera app. It is not saved yet.',
  ofCameraAppInPart:
    'A part of the video from your camera app: the page was closed before all of it was copied, and the part may not play. If your device has the video, choose it again.',
  keptUntil: (date: string) =>
    `This browser may empty its storage after ${numberInWords(WEBKIT_STORAGE_DAYS)} days without a visit: come back by ${date}, or save it now.`,
  cutShort: 'The page was closed before you pressed Stop.',
  failed: 'This did not work. Your recording is still here: please try again.',
  save: 'Continue and save',
  opening: 'Opening...',
  watch: 'Watch',
  discard: 'Discard',
  discarding: 'Discarding...',
  confirmDiscard: 'Discard this recording?',
  confirmDiscardHint: 'It cannot be brought back.',
  keep: 'Keep it',

  atQuestion: (number: number) => `We kept your recording for question ${number}.`,
  besideStory: (number: number, mayReopen: boolean) =>
    `This browser keeps a recording for question ${number}. It is not part of what you submitted${mayReopen ? ': to save it, reopen your story' : ''}.`,
  goToQuestion: (number: number) => `Go to question ${number}`,
  elsewhere: 'A recording for this question is open in another tab.',
};

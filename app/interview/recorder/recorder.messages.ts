import { ANSWER_PIECES_MAX } from '../../../api/contract/common/limits.js';
import { PLAYER_TEXTS } from '../../../api/contract/common/player-texts.js';
import {
  RECORDINGS_FULL,
  STORY_DELETED,
  VIDEO_MAX_SIZE,
  WHAT_I_AGREED_TO,
} from '../../../api/contract/common/wordings.js';
import type { FailedRecording, RecordingSource, SourceRefusal } from './recorder-state.js';
import type { Interruption } from './recording.js';

/** Texts of the recorder. */
export const RECORDER_MESSAGES = {
  tryAgain: 'Try Again',
  asking: 'Waiting for your answer in the browser...',

  record: 'Record',
  stop: 'Stop',
  pause: 'Pause',
  goOn: 'Go on',
  add: 'Add to this answer',
  pieceOf: (number: number, count: number) => `Recording ${number} of ${count}`,
  cancel: 'Cancel',
  rec: 'REC',
  elapsed: 'Recording time',
  recordNewResponse: 'Record New Response',
  keepAnswer: 'Keep my answer',
  pictureHidden: 'Your picture is hidden. It is recorded all the same.',
  voiceOnly: 'Only your voice is recorded.',
  wayOut:
    'You can still answer here: choose a video or a voice recording that you made elsewhere, below at “Other ways to answer”.',

  review: 'Review your recording',
  reviewVideo: 'Your recording',
  play: 'Play',
  redo: 'Redo',
  use: 'Use this recording',
  saving: 'Saving...',
  savingProgress: 'Upload of your recording',
  ofSize: (size: string) => `of ${size}`,
  discard: 'Discard',
  download: 'Download',
  cannotShow: 'This browser cannot show this video. It can be saved all the same.',
  soundOnly: 'Sound only',
  confirmDiscard: 'Discard this recording?',
  confirmDiscardHint: 'It cannot be brought back.',
  keep: 'Keep it',

  answerVideo: 'Your answer',
  videoLoading: PLAYER_TEXTS.loading,
  videoNotLoaded: PLAYER_TEXTS.failed,
  playbackError: PLAYER_TEXTS.notPlayable,
  playbackErrorHint: PLAYER_TEXTS.notPlayableHint,

  signInAgain: 'Sign in again',

  triedInVain:
    'This browser hands over no recording. Choose one from your camera app at “Other ways to answer”, or write your answer.',
  startFailed: 'Recording could not start. Your device may not support it.',
  nothingRecorded:
    'Nothing was recorded: this browser handed nothing over. Press Record to try another way, or choose a recording from your camera app at “Other ways to answer”.',
};

/** The menu beside the status. */
export const OTHER_WAYS_MESSAGES = {
  menu: 'Other ways to answer',
  voice: 'Record only my voice',
  camera: 'Record with my camera',
  hidePicture: 'Hide my picture while I record',
  cameraApp: 'Use the camera app of my phone',
  chooseFile: 'Choose a video or voice recording I have',
};

/** The written status under the camera. */
export const STATUS_MESSAGES = {
  mayBeDeleted: (date: string) => `This browser may delete it after ${date}.`,
  noRoom: 'No room for a new recording just now. Please come back later.',
  ready: 'Ready when you are',
  /** It stands as long as the countdown: a number in it would be true for a moment only. */
  countdown: 'Recording starts in a moment',
  recording: 'Recording',
  recordingNothing: 'Nothing is recorded yet: the browser hands nothing over. Please press Stop.',
  recordingStalled: 'The browser has stopped recording. Please press Stop: what there is up to then is kept.',
  recordingAtStop: 'Recording. This browser keeps it when you press Stop, and not before.',
  recordingSilence: 'Nothing is heard yet. Is the microphone on?',
  recordingWithoutDraft: 'Recording. This browser cannot keep a copy.',
  pausedBy: {
    press: 'Paused. Take all the time you need.',
    'page-hidden': 'Paused when you left the page. Go on when you like.',
    'source-muted': 'Paused: the camera or microphone was taken, perhaps by a call. Go on when you like.',
  },
  stopping: 'Stopping',
  offered: 'Kept in this browser, not saved yet',
  notSaved: 'Not saved yet',
  notSavedNorStored: 'Not saved yet. This browser cannot keep a copy.',
  littlePicture: 'This device was too slow for most of the picture. Your voice alone is a good answer, too.',
  missingSound: (seconds: number) =>
    `About ${seconds} seconds of the sound are missing: this device was too slow. Please listen to it first.`,
  saveFailed: 'Not saved. Your recording is still here: please try again.',
  saveSignedOut: 'Not saved: you have been signed out.',
  saveSubmitted: 'Not saved: your story was submitted on another page or device. Your recording is still here.',
  saveNotAgreed: 'Not saved: there is no yes to being recorded. Your recording is still here.',
  lookAtAgreed: WHAT_I_AGREED_TO,
  saveFull: RECORDINGS_FULL,
  savePiecesFull: `Not saved: this answer has ${ANSWER_PIECES_MAX} recordings, and can have no more. Please remove one of them first.`,
  saveNoRoom: 'Not saved: we have no room just now. Your recording is still here: please try again in a few hours.',
  saveSpent:
    'Not saved: you have sent as much as we can take today. Your recording is still here: please save it tomorrow.',
  saveFlawed: 'Not saved yet: it is not whole. It is kept here: watch it, keep what plays, or record it again.',
  saveUnplayable: 'Not saved: nothing of it plays. What came of it is kept here. Please record it again.',
  keepWhatPlays: 'Keep what plays',
  saveRefused: 'Not saved: this is no recording that we can keep.',
  saveDeleted: `Not saved. ${STORY_DELETED}`,
  uploading: (percent: number) => `Uploading ${percent} %`,
  waiting: 'The connection was cut. Trying again...',
  saving: 'Saving...',
  onItsWay: 'On its way to us',
  saved: 'Saved',
  savedAndChecking: 'Saved. We are checking that it plays',
  savedNotWhole: (problem: string) =>
    `Saved, but this recording is not whole: ${problem}. What plays of it is kept. You can record it again.`,
  savedAndPreparing: 'Saved. Being prepared for all devices.',
  savedNotPlayable: (problem: string) => `Saved, but it cannot be played: ${problem}. You can record it again.`,
};

export const INTERRUPTION_MESSAGES: Record<Interruption, string> = {
  'source-lost': 'Camera or microphone stopped. What you recorded is kept, but not saved yet.',
  'recorder-failed': 'Recording stopped early. What you recorded is kept, but not saved yet.',
  'page-hidden': 'Paused when you left the page. What you recorded is kept, but not saved yet.',
  paused: 'Paused. What you recorded is kept, but not saved yet.',
  'size-limit': 'This is the longest recording that fits. It is kept, but not saved yet.',
};

interface Message {
  title: string;
  description: string;
}

const UNSUPPORTED: Message = {
  title: 'Browser not supported',
  description: 'Please use a modern browser like Chrome, Firefox, or Edge.',
};
const STOPPED = 'This device stopped it. Please try again; if it stays so, turn the device off and on.';
const NOT_POSSIBLE: Message = {
  title: 'Recording is not possible on this page',
  description: 'The browser does not let this page use a camera or microphone.',
};
const IN_USE = 'Another program may be using it. Please close that, then try again.';
const LOST = 'It was unplugged or switched off. Please try again.';

interface SourceMessages {
  label: string;
  off: string;
  asking: string;
  permissionRequired: Message;
  allow: string;
  /** Said when Record is pressed before that. */
  accessRequired: Message;
  refusals: Record<SourceRefusal, Message>;
}

/** What is said of camera and microphone, or of the microphone alone. */
export const SOURCE_MESSAGES: Record<RecordingSource, SourceMessages> = {
  camera: {
    label: 'Camera',
    off: 'The camera is off',
    asking: 'Asking for the camera',
    permissionRequired: {
      title: 'Camera Permission Required',
      description: 'To record your answer, this page needs your camera and microphone.',
    },
    allow: 'Allow Camera Access',
    accessRequired: {
      title: 'Camera access required',
      description: 'Please allow camera access to record your response.',
    },
    refusals: {
      denied: {
        title: 'Camera access denied',
        description: 'Please allow access to your camera in your browser settings.',
      },
      unsupported: UNSUPPORTED,
      'not-found': {
        title: 'No camera found',
        description: 'Please connect a camera and a microphone, then try again.',
      },
      'in-use': { title: 'The camera could not be opened', description: IN_USE },
      stopped: { title: 'The camera did not start', description: STOPPED },
      'not-possible': NOT_POSSIBLE,
      lost: { title: 'The camera stopped', description: LOST },
    },
  },
  microphone: {
    label: 'Microphone',
    off: 'The microphone is off',
    asking: 'Asking for the microphone',
    permissionRequired: {
      title: 'Microphone Permission Required',
      description: 'To record your voice, this page needs your microphone.',
    },
    allow: 'Allow Microphone Access',
    accessRequired: {
      title: 'Microphone access required',
      description: 'Please allow microphone access to record your response.',
    },
    refusals: {
      denied: {
        title: 'Microphone access denied',
        description: 'Please allow access to your microphone in your browser settings.',
      },
      unsupported: UNSUPPORTED,
      'not-found': { title: 'No microphone found', description: 'Please connect a microphone, then try again.' },
      'in-use': { title: 'The microphone could not be opened', description: IN_USE },
      stopped: { title: 'The microphone did not start', description: STOPPED },
      'not-possible': NOT_POSSIBLE,
      lost: { title: 'The microphone stopped', description: LOST },
    },
  },
};

export const PROBLEM_MESSAGES: Record<FailedRecording, Message> = {
  'not-started': { title: 'Recording could not start', description: 'Your device may not support it.' },
  'nothing-recorded': {
    title: 'Error processing video',
    description: 'There was an error processing your video. Please try again.',
  },
};

/** Toasts of what was pressed. */
export const RECORDER_TOASTS = {
  replacing: {
    title: 'Replace existing recording',
    description: 'The one you have is kept, too: until you submit, you can choose it again.',
  },
  voiceInstead: {
    title: 'Only your voice is recorded',
    description: 'This browser hands over no picture. For a video use your camera app, at “Other ways to answer”.',
  },
  haltedElsewhere: {
    title: 'A recording waits in another tab',
    description: 'It could not be saved there. Please go on in that tab, or close it: then it is saved from here.',
  },
  draftFirst: { title: 'We kept your recording', description: 'Save it or discard it first.' },
  savingFirst: { title: 'Your recording is on its way', description: 'Once it is saved you can record another one.' },
  noRoom: {
    title: 'No room just now',
    description: 'Everything you saved is safe. Please record this answer in a few hours.',
  },
  noRoomToSave: {
    title: 'Not saved yet',
    description: 'We have no room just now. Your recording is still here: please save it in a few hours.',
  },
  spent: {
    title: 'Not saved yet',
    description: 'We can take no more today. Your recording is still here: please save it tomorrow.',
  },
  invalidFile: {
    title: 'Invalid file',
    description: `Please select a video or a voice recording up to ${VIDEO_MAX_SIZE}`,
  },
  flawed: { title: 'Not saved yet', description: 'This recording is not whole. It is still here.' },
  unplayable: { title: 'Not saved', description: 'Nothing of this recording plays. What came of it is still here.' },
  checking: { title: 'Video saved', description: 'Saved. We are checking that it plays' },
  saved: { title: 'Video saved', description: 'Your answer is stored.' },
  withdrawn: {
    title: 'Your recording was not sent',
    description: 'Your story was withdrawn meanwhile. The recording is still here, and goes only if you say so.',
  },
  saveFailed: {
    title: 'Failed to save video',
    description: 'There was an error saving your video. Please try again.',
  },
  signedOut: {
    title: 'Failed to save video',
    description: 'You have been signed out. This browser keeps your recording: sign in again, then save it.',
  },
  submitted: {
    title: 'Your story was submitted',
    description: 'You did so on another page or device. Your recording is still here: reopen your story to save it.',
  },
  notAgreed: { title: 'Not saved yet', description: 'There is no yes to being recorded. It is still here.' },
  full: { title: 'Not saved yet', description: `${RECORDINGS_FULL} Your recording is still here.` },
  piecesFull: {
    title: 'Not saved yet',
    description: 'This answer can have no more recordings. Your recording is still here.',
  },
  refused: {
    title: 'Failed to save video',
    description: 'This file is not a video or a sound recording of a kind that we can keep. Please choose another one.',
  },
  deleted: { title: 'Your story was deleted', description: `${STORY_DELETED} This recording was not saved.` },
  savedBeside: { title: 'Recording saved', description: 'There is another answer to this question.' },
  signedOutWithoutDraft: {
    title: 'Failed to save video',
    description:
      'You have been signed out. Keep this page open, sign in again in another tab, then use this recording.',
  },
};

import { RECORDING_COUNTDOWN_SECONDS } from '../../../api/contract/common/screen-numbers.js';
import type { Interruption, Recording } from './recording.js';
import type { UploadPace } from './remaining-time.js';

/** Why camera or microphone are off: the person or the browser said no, recording is unknown here, or the device failed. */
export type SourceRefusal =
  | 'denied'
  | 'unsupported'
  | 'not-found'
  | 'in-use'
  | 'lost'
  /** Something below the browser ended it, which calls that AbortError. */
  | 'stopped'
  /** The browser asks nobody here, and throws a TypeError. */
  | 'not-possible';

/** Why there is nothing after a recording. */
export type FailedRecording = 'not-started' | 'nothing-recorded';

/** `tried-in-vain`: there would be nothing, as a trial has shown. */
export type RecordingProblem = FailedRecording | 'tried-in-vain';

/**
 * Why the last try to save a recording failed: `signed-out` needs signing in before another, `submitted` the story reopened, `not-agreed` a yes to being recorded,
 * `full` another recording to the question removed. `flawed`: it is not whole, and `unplayable`: nothing of it plays. `refused`: the server does not take this file, and says why; `deleted`:
 * there is no story any more. `no-room`: the server is full, and keeps what has arrived. `spent`: it takes no more from them today.
 */
export type SaveFailure =
  | 'failed'
  | 'flawed'
  | 'unplayable'
  | 'refused'
  | 'signed-out'
  | 'submitted'
  | 'not-agreed'
  | 'full'
  | 'pieces-full'
  | 'no-room'
  | 'spent'
  | 'deleted';

/** `source-muted`: camera or microphone gave nothing any more, such as during a call. */
type PauseCause = 'press' | 'page-hidden' | 'source-muted';

/** What is recorded: the picture with its sound, or the voice alone. */
export type RecordingSource = 'camera' | 'microphone';

/** What the next recording is to be, in whatever phase. */
interface NextRecording {
  source: RecordingSource;
  /** It goes on from the answer: a stored one, or one that is to be sent before it. */
  isAddition: boolean;
}

export type RecorderState = RecorderPhase & NextRecording;

export type RecorderPhase =
  /** Camera and microphone are off: they were not asked for, or the stored answer is played back. */
  | { phase: 'idle' }
  /** 'Record New Response' was pressed; the toast has its second before the countdown. */
  | { phase: 'replacing' }
  | { phase: 'asking'; next: 'ready' | 'countdown' }
  | { phase: 'refused'; reason: SourceRefusal }
  | { phase: 'ready'; problem: RecordingProblem | null }
  | { phase: 'countdown'; secondsLeft: number }
  /** `beforeSeconds`: how long was recorded up to the last pause. */
  | { phase: 'recording'; elapsedSeconds: number; beforeSeconds?: number }
  | { phase: 'paused'; elapsedSeconds: number; cause: PauseCause }
  /** Stop was pressed; the recorder hands over its last piece. */
  | { phase: 'stopping'; elapsedSeconds: number }
  | { phase: 'review'; recording: Recording; interruption: Interruption | null; failure: SaveFailure | null }
  /** Redo was pressed; camera or microphone come back. */
  | { phase: 'returning' }
  /** `isWaiting`: the connection was cut, and is tried again. */
  | {
      phase: 'saving';
      recording: Recording;
      percent: number;
      isWaiting: boolean;
      pace: UploadPace | null;
      goesOn?: boolean;
    }
  /** Stored; the recording is still shown until the next question comes. */
  | { phase: 'saved'; recording: Recording; goesOn?: boolean }
  /** On its way to the server, and not waited for here: the interview goes on. */
  | { phase: 'left'; recording: Recording; goesOn?: boolean };

export type RecorderEvent =
  | { type: 'allow-pressed' }
  /** Camera and microphone, or the microphone alone, shall be used from now on. */
  | { type: 'source-chosen'; source: RecordingSource }
  | { type: 'source-opened' }
  | { type: 'source-refused'; reason: SourceRefusal }
  | { type: 'source-lost' }
  /** A trial has shown that this browser hands over nothing, in whatever way. */
  | { type: 'tried-in-vain' }
  | { type: 'record-pressed' }
  | { type: 'stop-pressed' }
  | { type: 'pause-pressed' }
  | { type: 'go-on-pressed' }
  /** The page is not seen any more. */
  | { type: 'page-hidden' }
  | { type: 'source-muted' }
  /** Whole seconds since the countdown or the recording began. */
  | { type: 'ticked'; seconds: number }
  /** `problem`: null when nothing was to be recorded after all; `source-lost`: the camera went before its first picture. */
  | { type: 'recording-failed'; problem: FailedRecording | 'source-lost' | null }
  | { type: 'recording-finished'; recording: Recording; interruption: Interruption | null }
  /** A local draft was opened, or a file was chosen; `next` says what was wanted of it. */
  | { type: 'recording-brought'; recording: Recording; next: 'review' | 'saving'; failure?: SaveFailure | null }
  | { type: 'redo-pressed' }
  | { type: 'returned'; isSourceLive: boolean }
  | { type: 'discard-pressed'; hasAnswer: boolean; isSourceLive: boolean }
  | { type: 'replace-pressed' }
  /** Another recording goes on from the answer, or from the one under review, which is saved first. */
  | { type: 'add-pressed' }
  /** What is gone on from is saved, or on its way. */
  | { type: 'addition-due' }
  /** The person would rather keep the stored answer than record a new one. */
  | { type: 'keep-answer-pressed' }
  | { type: 'replace-due'; isSourceLive: boolean }
  /** `keepsFlawed`: what plays of it is wanted. */
  | { type: 'save-pressed'; keepsFlawed?: boolean }
  | { type: 'save-progressed'; percent: number; atMs: number }
  | { type: 'save-troubled' }
  | { type: 'save-failed'; recording: Recording; failure: SaveFailure }
  | { type: 'save-succeeded' }
  /** It takes longer than anybody is kept waiting. */
  | { type: 'save-left' }
  /** Nothing may be recorded any more. */
  | { type: 'gated' }
  /** Another question is shown. */
  | { type: 'question-changed'; hasAnswer: boolean; isSourceLive: boolean };

const IDLE: RecorderPhase = { phase: 'idle' };
const READY: RecorderPhase = { phase: 'ready', problem: null };
const COUNTDOWN: RecorderPhase = { phase: 'countdown', secondsLeft: RECORDING_COUNTDOWN_SECONDS };

export const INITIAL_STATE: RecorderState = { ...IDLE, source: 'camera', isAddition: false };

/** What the recorder does next. An event that does not belong to the phase changes nothing. */
export function reduceRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  // The table is keyed by the event's own type, which TypeScript cannot relate to the union.
  const handle = HANDLERS[event.type] as (state: RecorderState, event: RecorderEvent) => Change;
  const changed = handle(state, event);
  return changed === state ? state : { source: state.source, isAddition: state.isAddition, ...changed };
}

/** The phase that comes, and what of the next recording is another from then on. */
type Change = RecorderPhase & Partial<NextRecording>;

type Handlers = {
  [Type in RecorderEvent['type']]: (state: RecorderState, event: Extract<RecorderEvent, { type: Type }>) => Change;
};

const HANDLERS: Handlers = {
  'allow-pressed': (state) => (isOff(state) ? { phase: 'asking', next: 'ready' } : state),
  'source-chosen': (state, { source }) => (isAtRest(state) ? { phase: 'asking', next: 'ready', source } : state),
  'source-opened': (state) => (state.phase === 'asking' ? afterAsking(state.next) : state),
  'source-refused': (state, { reason }) => (state.phase === 'asking' ? { phase: 'refused', reason } : state),
  'source-lost': (state) =>
    state.phase === 'ready' || state.phase === 'countdown' ? { phase: 'refused', reason: 'lost' } : state,

  // What went wrong before is said already.
  'tried-in-vain': (state) => {
    const isNews = state.phase === 'countdown' || (state.phase === 'ready' && state.problem === null);
    return isNews ? { phase: 'ready', problem: 'tried-in-vain' } : state;
  },
  'record-pressed': (state) => (state.phase === 'ready' ? COUNTDOWN : state),
  'stop-pressed': (state) => {
    if (state.phase === 'countdown') return READY;
    if (state.phase !== 'recording' && state.phase !== 'paused') return state;
    return { phase: 'stopping', elapsedSeconds: state.elapsedSeconds };
  },
  'pause-pressed': (state) => pause(state, 'press'),
  'go-on-pressed': (state) => {
    if (state.phase !== 'paused') return state;
    const { elapsedSeconds } = state;
    return { phase: 'recording', elapsedSeconds, beforeSeconds: elapsedSeconds };
  },
  // A recording that begins or goes on unseen would record nothing, or what nobody meant to be recorded.
  'page-hidden': (state) => (state.phase === 'countdown' ? READY : pause(state, 'page-hidden')),
  'source-muted': (state) => pause(state, 'source-muted'),
  ticked: (state, { seconds }) => tick(state, seconds),
  'recording-failed': (state, { problem }) => {
    if (!isRolling(state)) return state;
    return problem === 'source-lost' ? { phase: 'refused', reason: 'lost' } : { phase: 'ready', problem };
  },
  'recording-finished': (state, { recording, interruption }) =>
    isRolling(state) ? { phase: 'review', recording, interruption, failure: null } : state,
  'recording-brought': (state, { recording, next, failure = null }) => {
    if (!isAtRest(state)) return state;
    const isAddition = recording.isAddition === true;
    if (next === 'saving') return { ...saving(recording), isAddition };
    return { phase: 'review', recording, interruption: null, failure, isAddition };
  },

  'redo-pressed': (state) => (state.phase === 'review' ? { phase: 'returning' } : state),
  returned: (state, { isSourceLive }) => {
    if (state.phase !== 'returning') return state;
    return isSourceLive ? READY : { phase: 'asking', next: 'ready' };
  },
  'discard-pressed': (state, { hasAnswer, isSourceLive }) =>
    state.phase === 'review' ? { ...atQuestion(hasAnswer, isSourceLive), isAddition: false } : state,

  'replace-pressed': (state) => (state.phase === 'idle' ? { phase: 'replacing', isAddition: false } : state),
  'add-pressed': (state) => {
    if (state.phase === 'review') return { ...saving(state.recording), goesOn: true };
    return state.phase === 'idle' ? { phase: 'replacing', isAddition: true } : state;
  },
  'addition-due': (state) => (isGoingOn(state) ? { phase: 'replacing', isAddition: true } : state),
  'keep-answer-pressed': (state) =>
    state.phase === 'ready' || state.phase === 'refused' ? { ...IDLE, isAddition: false } : state,
  'replace-due': (state, { isSourceLive }) => {
    if (state.phase !== 'replacing') return state;
    return isSourceLive ? COUNTDOWN : { phase: 'asking', next: 'countdown' };
  },

  'save-pressed': (state, { keepsFlawed }) => {
    if (state.phase !== 'review') return state;
    const { recording } = state;
    return saving(keepsFlawed ? { ...recording, keepsFlawed } : recording);
  },
  'save-progressed': (state, { percent, atMs }) => {
    if (state.phase !== 'saving') return state;
    const last = { percent, atMs };
    return { ...state, percent, isWaiting: false, pace: { first: state.pace?.first ?? last, last } };
  },
  'save-troubled': (state) => (state.phase === 'saving' ? { ...state, isWaiting: true } : state),
  'save-failed': (state, { recording, failure }) =>
    state.phase === 'saving' ? { phase: 'review', recording, interruption: null, failure } : state,
  'save-succeeded': (state) => afterSaving(state, 'saved'),
  'save-left': (state) => afterSaving(state, 'left'),

  gated: (state) => (isOnInVain(state) ? { ...IDLE, isAddition: false } : state),
  // What is on may not be what was asked for: the camera, where the voice alone was wanted.
  'question-changed': (state, { hasAnswer, isSourceLive }) => ({
    ...atQuestion(hasAnswer, isSourceLive && state.phase !== 'asking'),
    isAddition: false,
  }),
};

/** Nothing is recorded, shown or under way: another way to answer may be chosen. */
export function isAtRest(state: RecorderPhase): boolean {
  return isOff(state) || state.phase === 'ready';
}

/** Camera or microphone are on, or asked for, and nothing is recorded that would be lost. */
export function isOnInVain(state: RecorderPhase): boolean {
  return state.phase !== 'idle' && !isRolling(state) && !('recording' in state);
}

/** What is saved, or on its way, is gone on from. */
export function isGoingOn(state: RecorderPhase): boolean {
  return (state.phase === 'saved' || state.phase === 'left') && state.goesOn === true;
}

/** Whether there is a recording that is not saved yet. */
export function holdsUnsavedRecording(state: RecorderPhase): boolean {
  return isRolling(state) || state.phase === 'review' || state.phase === 'saving';
}

/** Whether leaving now would lose something: a recording goes no further, and one that is over may have no local draft. */
export function isLostByLeaving(state: RecorderPhase, isDraftStored: boolean): boolean {
  return isRolling(state) || (holdsUnsavedRecording(state) && !isDraftStored);
}

function tick(state: RecorderPhase, seconds: number): RecorderPhase {
  if (state.phase === 'recording') return { ...state, elapsedSeconds: seconds + (state.beforeSeconds ?? 0) };
  if (state.phase !== 'countdown') return state;
  const secondsLeft = RECORDING_COUNTDOWN_SECONDS - seconds;
  return secondsLeft > 0 ? { phase: 'countdown', secondsLeft } : { phase: 'recording', elapsedSeconds: 0 };
}

function pause(state: RecorderPhase, cause: PauseCause): RecorderPhase {
  return state.phase === 'recording' ? { phase: 'paused', elapsedSeconds: state.elapsedSeconds, cause } : state;
}

function afterAsking(next: 'ready' | 'countdown'): RecorderPhase {
  return next === 'countdown' ? COUNTDOWN : READY;
}

function atQuestion(hasAnswer: boolean, isSourceLive: boolean): RecorderPhase {
  return !hasAnswer && isSourceLive ? READY : IDLE;
}

function saving(recording: Recording): Extract<RecorderPhase, { phase: 'saving' }> {
  return { phase: 'saving', recording, percent: 0, isWaiting: false, pace: null };
}

function afterSaving(state: RecorderPhase, phase: 'saved' | 'left'): RecorderPhase {
  if (state.phase !== 'saving') return state;
  const { recording, goesOn } = state;
  return { phase, recording, ...(goesOn && { goesOn }) };
}

function isOff(state: RecorderPhase): boolean {
  return state.phase === 'idle' || state.phase === 'refused';
}

/** Whether a recording has begun and is not over. */
export function isRolling(
  state: RecorderPhase,
): state is Extract<RecorderPhase, { phase: 'recording' | 'paused' | 'stopping' }> {
  return state.phase === 'recording' || state.phase === 'paused' || state.phase === 'stopping';
}

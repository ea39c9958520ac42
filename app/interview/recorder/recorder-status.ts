import { UPLOAD_PROGRESS_PROCESSING } from '../../../api/contract/common/screen-numbers.js';
import type { RecordingProof } from '../../../api/contract/media/recording-proof.js';
import type { VideoPreparation } from '../../../api/contract/media/preparation.js';
import { INTERRUPTION_MESSAGES, SOURCE_MESSAGES, STATUS_MESSAGES as TEXT } from './recorder.messages.js';
import type { Interruption, RecorderFlow } from './recording.js';
import type { Missing } from './what-is-missing.js';
import { isAtRest, type RecorderState, type SaveFailure } from './recorder-state.js';

export interface WrittenStatus {
  text: string;
  tone: 'muted' | 'good' | 'warn' | 'danger';
}

/** What there is to say beside the phase. */
export interface StatusCircumstances {
  hasAnswer: boolean;
  /** Of the stored answer, when there is one. */
  preparation: VideoPreparation | null;
  /** Of the stored answer, when there is one. */
  proof: RecordingProof | null;
  /** Nothing has been heard since the recording began. */
  isSilent: boolean;
  flow: RecorderFlow;
  /** Of the recording under review. */
  missing: Missing;
  /** This browser keeps what is recorded as a local draft. */
  isDraftStored: boolean;
  /** After which day it may delete that. */
  storageEnd: string | null;
  /** The server could not take another recording. */
  hasNoRoom: boolean;
  /** What is said of recordings of other questions that no connection takes to the server; null without any. */
  waiting: string | null;
}

/** Nothing goes on that has a status of its own. */
function isCalm({ phase }: RecorderState): boolean {
  return phase === 'idle' || phase === 'ready' || phase === 'returning';
}

/** The status line counts in steps, so that a screen reader is not made to read every percent. */
const PERCENT_STEP = 5;

/** What the status line under the camera says. */
export function writtenStatus(state: RecorderState, circumstances: StatusCircumstances): WrittenStatus {
  const { hasAnswer, isSilent, flow, isDraftStored, hasNoRoom, waiting } = circumstances;
  if (hasNoRoom && isAtRest(state)) return warn(TEXT.noRoom);
  const { source } = state;
  // Beside the break it may be out of view.
  if (waiting !== null && !hasAnswer && isCalm(state)) return warn(waiting);
  switch (state.phase) {
    case 'idle':
    case 'replacing':
      if (hasAnswer) return savedStatus(circumstances);
      return muted(state.phase === 'idle' ? SOURCE_MESSAGES[source].off : SOURCE_MESSAGES[source].asking);
    case 'asking':
      return muted(SOURCE_MESSAGES[source].asking);
    case 'refused':
      return muted(SOURCE_MESSAGES[source].off);
    case 'ready':
    case 'returning':
      return muted(TEXT.ready);
    case 'countdown':
      return muted(TEXT.countdown);
    case 'recording':
      if (flow === 'none') return { text: TEXT.recordingNothing, tone: 'danger' };
      if (flow === 'stalled') return { text: TEXT.recordingStalled, tone: 'danger' };
      if (isSilent) return warn(TEXT.recordingSilence);
      if (flow === 'at-stop') return warn(TEXT.recordingAtStop);
      return isDraftStored ? muted(TEXT.recording) : warn(TEXT.recordingWithoutDraft);
    case 'paused':
      return state.cause === 'source-muted' ? warn(TEXT.pausedBy[state.cause]) : muted(TEXT.pausedBy[state.cause]);
    case 'stopping':
      return muted(TEXT.stopping);
    case 'review':
      if (state.failure) return { text: FAILURES[state.failure], tone: 'danger' };
      return warn(reviewText(state.interruption, circumstances));
    case 'saving':
      return savingStatus(state);
    case 'left':
      return muted(TEXT.onItsWay);
    case 'saved':
      return good(circumstances.proof?.state === 'checking' ? TEXT.savedAndChecking : TEXT.saved);
  }
}

const FAILURES: Record<SaveFailure, string> = {
  failed: TEXT.saveFailed,
  'signed-out': TEXT.saveSignedOut,
  submitted: TEXT.saveSubmitted,
  'not-agreed': TEXT.saveNotAgreed,
  full: TEXT.saveFull,
  'pieces-full': TEXT.savePiecesFull,
  'no-room': TEXT.saveNoRoom,
  spent: TEXT.saveSpent,
  flawed: TEXT.saveFlawed,
  unplayable: TEXT.saveUnplayable,
  refused: TEXT.saveRefused,
  deleted: TEXT.saveDeleted,
};

/** What was kept, until when, and what a slow device left out. */
function reviewText(interruption: Interruption | null, circumstances: StatusCircumstances): string {
  const { isDraftStored, storageEnd, missing } = circumstances;
  const unsaved = isDraftStored ? TEXT.notSaved : TEXT.notSavedNorStored;
  const kept = interruption ? INTERRUPTION_MESSAGES[interruption] : unsaved;
  const more = [
    ...(isDraftStored && storageEnd ? [TEXT.mayBeDeleted(storageEnd)] : []),
    ...(missing.soundSeconds > 0 ? [TEXT.missingSound(missing.soundSeconds)] : []),
    ...(missing.hasLittlePicture ? [TEXT.littlePicture] : []),
  ];
  return more.length === 0 ? kept : [kept.replace(/\.?$/, '.'), ...more].join(' ');
}

/** What came of a stored answer. */
function savedStatus({ preparation, proof }: Pick<StatusCircumstances, 'preparation' | 'proof'>): WrittenStatus {
  if (proof?.state === 'checking') return good(TEXT.savedAndChecking);
  if (proof?.state === 'flawed') return warn(TEXT.savedNotWhole(proof.problem ?? ''));
  switch (preparation?.state) {
    case 'waiting':
    case 'working':
      return good(TEXT.savedAndPreparing);
    case 'failed':
      return warn(TEXT.savedNotPlayable(preparation.problem ?? ''));
    case 'ready':
    case 'off':
    case undefined:
      return good(TEXT.saved);
  }
}

const muted = (text: string): WrittenStatus => ({ text, tone: 'muted' });
const good = (text: string): WrittenStatus => ({ text, tone: 'good' });
const warn = (text: string): WrittenStatus => ({ text, tone: 'warn' });

/** How far a recording is on its way to the server. */
export function savingStatus({ isWaiting, percent }: { isWaiting: boolean; percent: number }): WrittenStatus {
  return isWaiting ? warn(TEXT.waiting) : muted(savingText(percent));
}

function savingText(percent: number): string {
  if (percent >= UPLOAD_PROGRESS_PROCESSING) return TEXT.saving;
  return TEXT.uploading(Math.floor(percent / PERCENT_STEP) * PERCENT_STEP);
}

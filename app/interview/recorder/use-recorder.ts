import { type Dispatch, useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import {
  ADVANCE_DELAY_MS,
  RECORD_NEW_RESPONSE_DELAY_MS,
  REDO_DELAY_MS,
  SAVING_HOLD_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { useDelay, usePageHidden, usePhase, useQuestionChange, useTicks, useWakeLock } from './recorder-effects.js';
import {
  holdsUnsavedRecording,
  INITIAL_STATE,
  type RecorderEvent,
  type RecorderState,
  type FailedRecording,
  isGoingOn,
  isOnInVain,
  type RecordingSource,
  reduceRecorder,
  type SaveFailure,
  type SourceRefusal,
} from './recorder-state.js';
import { isPhone, readDeviceTraits } from './recording-settings.js';
import type { BegunRecording, Recording, DraftWriter, RecorderFlow } from './recording.js';
import { RecordingWays, tryWays } from './recording-trial.js';
import { useRecording } from './use-recording.js';
import { useSilentMicrophone } from './use-silent-microphone.js';
import { SourceRefusedError, useMutedSource, useSource } from './use-source.js';

export interface RecorderOptions {
  questionId: number;
  /** The server has an answer to this question, or one was used that it is to have. */
  hasAnswer: boolean;
  /** Without it camera and microphone stay off, and go off as soon as nothing is recorded or shown. */
  mayRecord: boolean;
  beginDraft: (recording: BegunRecording) => DraftWriter;
  saveRecording: SaveRecording;
  onRefused: (reason: SourceRefusal, source: RecordingSource) => void;
  onProblem: (problem: FailedRecording) => void;
  /** This browser hands over no picture: the voice alone is recorded. */
  onVoiceInstead: () => void;
}

/** What a person can do with the recorder. Each does nothing in a phase to which it does not belong. */
export interface RecorderActions {
  allow: () => void;
  record: () => void;
  stop: () => void;
  pause: () => void;
  goOn: () => void;
  redo: () => void;
  discard: () => void;
  save: () => void;
  /** Saves what plays of a recording that is not whole. */
  saveFlawed: () => void;
  replace: () => void;
  keepAnswer: () => void;
  /** Goes on from the stored answer, or from the recording under review, which is saved first. */
  add: () => void;
  /** From now on camera and microphone are used, or the microphone alone. */
  switchTo: (source: RecordingSource) => void;
  /** Opens what was not recorded just now: to review it, or to save it at once. */
  bring: (recording: Recording, next: 'review' | 'saving', failure?: SaveFailure | null) => void;
}

export interface Recorder {
  state: RecorderState;
  stream: MediaStream | null;
  /** Nothing has been heard since the recording began. */
  isSilent: boolean;
  /** What comes of the recording that is under way. */
  flow: RecorderFlow;
  actions: RecorderActions;
}

/** Lets the reducer's phases act: camera and microphone, countdown, recording, saving. */
export function useRecorder(options: RecorderOptions): Recorder {
  const { questionId, hasAnswer, mayRecord, beginDraft, saveRecording } = options;
  const { onRefused, onProblem, onVoiceInstead } = options;
  const [state, dispatch] = useReducer(reduceRecorder, INITIAL_STATE);
  const [onPhone] = useState(() => isPhone(readDeviceTraits()));
  const { source } = state;
  const [ways] = useState(() => new RecordingWays(onPhone));
  const lose = useCallback(() => dispatch({ type: 'source-lost' }), []);
  const { stream, open, close } = useSource(onPhone, lose);
  const isSourceLive = stream !== null;

  usePhase(state.phase, 'asking', async (whileAsking) => {
    try {
      await open(source, whileAsking);
      dispatch({ type: 'source-opened' });
    } catch (error) {
      // Another question is shown, which may have asked anew.
      if (whileAsking.aborted) return;
      close();
      const reason = error instanceof SourceRefusedError ? error.reason : 'in-use';
      dispatch({ type: 'source-refused', reason });
      onRefused(reason, source);
    }
  });
  const isSilent = useSilentMicrophone(stream, state);
  useMutedSource(stream, state.phase === 'recording', () => dispatch({ type: 'source-muted' }));
  const flow = useRecording(state, dispatch, { isSilent, stream, ways, beginDraft, onProblem });
  useTrial(ways, source, stream, state.phase === 'ready' || state.phase === 'countdown', (yieldsSound) => {
    dispatch({ type: 'tried-in-vain' });
    if (!yieldsSound) return;
    onVoiceInstead();
    dispatch({ type: 'source-chosen', source: 'microphone' });
  });
  useSaving(state, dispatch, saveRecording);
  useReviewLeft(state);
  // A stored answer is watched with the camera off: less light, and phones play sound badly while they listen.
  usePhase(state.phase, 'idle', close);

  useDelay(!mayRecord && isOnInVain(state), 0, () => dispatch({ type: 'gated' }));

  const tick = (seconds: number) => dispatch({ type: 'ticked', seconds });
  useTicks(state.phase === 'countdown', tick);
  useTicks(state.phase === 'recording', tick);
  useDelay(state.phase === 'returning', REDO_DELAY_MS, () => dispatch({ type: 'returned', isSourceLive }));
  useDelay(state.phase === 'replacing', RECORD_NEW_RESPONSE_DELAY_MS, () =>
    dispatch({ type: 'replace-due', isSourceLive }),
  );
  const hide = () => dispatch({ type: 'page-hidden' });
  usePageHidden(hide);
  // Nothing begins unseen, either.
  usePhase(state.phase, 'countdown', () => document.hidden && hide());
  usePhase(state.phase, 'recording', () => document.hidden && hide());
  useQuestionChange(questionId, () => dispatch({ type: 'question-changed', hasAnswer, isSourceLive }));
  const goOnAfterMs = state.phase === 'left' ? 0 : ADVANCE_DELAY_MS;
  useDelay(isGoingOn(state), goOnAfterMs, () => dispatch({ type: 'addition-due' }));
  useWakeLock(state.phase !== 'paused' && (state.phase === 'countdown' || holdsUnsavedRecording(state)));

  const send = (event: RecorderEvent) => () => dispatch(event);
  const letGo = (event: RecorderEvent) => {
    if (state.phase === 'review') state.recording.draft.remove();
    dispatch(event);
  };
  return {
    state,
    stream,
    isSilent,
    flow,
    actions: {
      allow: send({ type: 'allow-pressed' }),
      record: send({ type: 'record-pressed' }),
      stop: send({ type: 'stop-pressed' }),
      pause: send({ type: 'pause-pressed' }),
      goOn: send({ type: 'go-on-pressed' }),
      redo: () => letGo({ type: 'redo-pressed' }),
      discard: () => letGo({ type: 'discard-pressed', hasAnswer, isSourceLive }),
      save: send({ type: 'save-pressed' }),
      saveFlawed: send({ type: 'save-pressed', keepsFlawed: true }),
      replace: send({ type: 'replace-pressed' }),
      keepAnswer: send({ type: 'keep-answer-pressed' }),
      add: send({ type: 'add-pressed' }),
      switchTo: (wanted) => dispatch({ type: 'source-chosen', source: wanted }),
      bring: (recording, next, failure) => dispatch({ type: 'recording-brought', recording, next, failure }),
    },
  };
}

/**
 * Before a recording, tries once what this browser hands over of camera and microphone. `onVain` is told when nothing comes
 * of them, and whether the sound alone yields something.
 */
function useTrial(
  ways: RecordingWays,
  source: RecordingSource,
  stream: MediaStream | null,
  isDue: boolean,
  onVain: (yieldsSound: boolean) => void,
): void {
  const tell = useEffectEvent(onVain);
  useEffect(() => {
    if (!stream || !isDue || ways.isProven(source)) return undefined;
    const ending = new AbortController();
    const run = async () => {
      if (await tryWays(ways, source, stream, ending.signal)) return;
      const sound = source === 'camera' ? new MediaStream(stream.getAudioTracks()) : null;
      const yieldsSound = sound !== null && (await tryWays(ways, 'microphone', sound, ending.signal));
      if (!ending.signal.aborted) tell(yieldsSound);
    };
    // Rejected only when it is ended: a recording begins, or the camera is off.
    run().catch(() => undefined);
    return () => ending.abort(new Error('A recording begins.'));
  }, [ways, source, stream, isDue]);
}

/** Another screen takes the place of the interview: what this browser keeps of the recording is offered by the next one. */
function useReviewLeft(state: RecorderState): void {
  const leave = useEffectEvent(() => {
    if (state.phase === 'review') state.recording.draft.leave();
  });
  useEffect(() => () => leave(), []);
}

/** How a saving ends: stored, byte for byte, or as it can be tried again. */
export type SaveOutcome = { isSaved: true } | { isSaved: false; recording: Recording; failure: SaveFailure };

/** A recording on its way to the server. Nothing of it throws. */
interface SaveInProgress {
  outcome: Promise<SaveOutcome>;
  /** Nobody waits for it here any more. */
  leave: () => void;
}

export interface SaveReport {
  onProgress: (percent: number) => void;
  onTrouble: () => void;
}

export type SaveRecording = (recording: Recording, report: SaveReport) => SaveInProgress;

/** Saves while the recorder is in that phase, and waits for it no longer than a moment. */
function useSaving(state: RecorderState, dispatch: Dispatch<RecorderEvent>, saveRecording: SaveRecording): void {
  const held = useRef<SaveInProgress | null>(null);
  usePhase(state.phase, 'saving', async () => {
    if (state.phase !== 'saving') return;
    const whileHeld = (event: RecorderEvent) => held.current === saving && dispatch(event);
    const saving = saveRecording(state.recording, {
      onProgress: (percent) => whileHeld({ type: 'save-progressed', percent, atMs: performance.now() }),
      onTrouble: () => whileHeld({ type: 'save-troubled' }),
    });
    held.current = saving;
    const outcome = await saving.outcome;
    if (outcome.isSaved) whileHeld({ type: 'save-succeeded' });
    else whileHeld({ type: 'save-failed', recording: outcome.recording, failure: outcome.failure });
  });
  useDelay(state.phase === 'saving', SAVING_HOLD_MS, () => {
    held.current?.leave();
    held.current = null;
    dispatch({ type: 'save-left' });
  });
}

import { type Dispatch, useCallback, useReducer, useState } from 'react';
import { ADVANCE_DELAY_MS, RECORD_NEW_RESPONSE_DELAY_MS, REDO_DELAY_MS } from '../../../api/contract/screen-numbers.js';
import { useDelay, usePageHidden, usePhase, useQuestionChange, useTicks, useWakeLock } from './recorder-effects.js';
import {
  holdsUnsavedRecording,
  INITIAL_STATE,
  type RecorderEvent,
  type RecorderState,
  type RecordingProblem,
  type RecordingSource,
  reduceRecorder,
  type SaveFailure,
  type SourceRefusal,
} from './recorder-state.js';
import { isPhone, readDeviceTraits } from './recording-settings.js';
import type { BegunRecording, Recording, DraftWriter, RecorderFlow } from './recording.js';
import { useRecording } from './use-recording.js';
import { useSilentMicrophone } from './use-silent-microphone.js';
import { SourceRefusedError, useSource } from './use-source.js';

export interface RecorderOptions {
  questionId: number;
  /** The server has an answer to this question. */
  hasAnswer: boolean;
  beginDraft: (recording: BegunRecording) => DraftWriter;
  saveRecording: SaveRecording;
  onRefused: (reason: SourceRefusal, source: RecordingSource) => void;
  onProblem: (problem: RecordingProblem) => void;
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
  bring: (recording: Recording, next: 'review' | 'saving') => void;
}

export interface Recorder {
  state: RecorderState;
  source: RecordingSource;
  stream: MediaStream | null;
  /** Nothing has been heard since the recording began. */
  isSilent: boolean;
  /** What comes of the recording that is under way. */
  flow: RecorderFlow;
  /** What is recorded next goes on from the stored answer. */
  isAddition: boolean;
  actions: RecorderActions;
}

/** Lets the reducer's phases act: camera and microphone, countdown, recording, saving. */
export function useRecorder(options: RecorderOptions): Recorder {
  const { questionId, hasAnswer, beginDraft, saveRecording, onRefused, onProblem } = options;
  const [state, dispatch] = useReducer(reduceRecorder, INITIAL_STATE);
  const [onPhone] = useState(() => isPhone(readDeviceTraits()));
  const [source, setSource] = useState<RecordingSource>('camera');
  const [adds, setAdds] = useState(false);
  const isAddition = adds && hasAnswer;
  const lose = useCallback(() => dispatch({ type: 'source-lost' }), []);
  const { stream, open, close } = useSource(onPhone, lose);
  const isSourceLive = stream !== null;

  usePhase(state.phase, 'asking', async () => {
    try {
      await open(source);
      dispatch({ type: 'source-opened' });
    } catch (error) {
      close();
      const reason = error instanceof SourceRefusedError ? error.reason : 'in-use';
      dispatch({ type: 'source-refused', reason });
      onRefused(reason, source);
    }
  });
  const isSilent = useSilentMicrophone(stream, state.phase === 'recording');
  const flow = useRecording(state, dispatch, {
    source,
    isSilent,
    stream,
    isPhone: onPhone,
    isAddition,
    beginDraft,
    onProblem,
  });
  useSaving(state, dispatch, saveRecording);
  // A stored answer is watched with the camera off: less light, and phones play sound badly while they listen.
  usePhase(state.phase, 'idle', close);

  const tick = (seconds: number) => dispatch({ type: 'ticked', seconds });
  useTicks(state.phase === 'countdown', tick);
  useTicks(state.phase === 'recording', tick);
  useDelay(state.phase === 'returning', REDO_DELAY_MS, () => dispatch({ type: 'returned', isSourceLive }));
  useDelay(state.phase === 'replacing', RECORD_NEW_RESPONSE_DELAY_MS, () =>
    dispatch({ type: 'replace-due', isSourceLive }),
  );
  usePageHidden(() => dispatch({ type: 'page-hidden' }));
  useQuestionChange(questionId, () => {
    setAdds(false);
    dispatch({ type: 'question-changed', hasAnswer, isSourceLive });
  });
  const isGoingOn = state.phase === 'saved' && state.goesOn === true;
  const goOnFrom = () => {
    setAdds(true);
    dispatch({ type: 'replace-pressed' });
  };
  useDelay(isGoingOn, ADVANCE_DELAY_MS, goOnFrom);
  useWakeLock(state.phase !== 'paused' && (state.phase === 'countdown' || holdsUnsavedRecording(state)));

  const send = (event: RecorderEvent) => () => dispatch(event);
  const letGo = (event: RecorderEvent) => () => {
    if (state.phase === 'review') state.recording.draft.remove();
    dispatch(event);
  };
  return {
    state,
    source,
    stream,
    isSilent,
    flow,
    isAddition,
    actions: {
      allow: send({ type: 'allow-pressed' }),
      record: send({ type: 'record-pressed' }),
      stop: send({ type: 'stop-pressed' }),
      pause: send({ type: 'pause-pressed' }),
      goOn: send({ type: 'go-on-pressed' }),
      redo: letGo({ type: 'redo-pressed' }),
      discard: letGo({ type: 'discard-pressed', hasAnswer, isSourceLive }),
      save: send({ type: 'save-pressed' }),
      saveFlawed: send({ type: 'save-pressed', keepsFlawed: true }),
      replace: () => {
        setAdds(false);
        dispatch({ type: 'replace-pressed' });
      },
      keepAnswer: () => {
        setAdds(false);
        dispatch({ type: 'keep-answer-pressed' });
      },
      add: () => (state.phase === 'review' ? dispatch({ type: 'save-pressed', goesOn: true }) : goOnFrom()),
      switchTo: (wanted) => {
        setSource(wanted);
        dispatch({ type: 'source-chosen' });
      },
      bring: (recording, next) => dispatch({ type: 'recording-brought', recording, next }),
    },
  };
}

/** What a save tells on its way, see uploadFile. */
interface SaveReport {
  onSession: (uploadId: string) => void;
  onProgress: (percent: number) => void;
  onTrouble: () => void;
}

/** `isChecking`: it is not known yet whether it plays. `canResume`: the next try may go on with the same upload session. */
type SaveOutcome =
  { isSaved: true; isChecking: boolean } | { isSaved: false; canResume: boolean; failure: SaveFailure };

/** Stores a recording. Never throws; `isSaved` means that the server has confirmed the same bytes. */
export type SaveRecording = (recording: Recording, report: SaveReport) => Promise<SaveOutcome>;

/** Saves while the recorder is in that phase. The local draft goes once the server has the recording. */
function useSaving(state: RecorderState, dispatch: Dispatch<RecorderEvent>, saveRecording: SaveRecording): void {
  usePhase(state.phase, 'saving', async () => {
    if (state.phase !== 'saving') return;
    const { recording } = state;
    const outcome = await saveRecording(recording, {
      onSession: (uploadId) => {
        recording.draft.noteUpload(uploadId);
        dispatch({ type: 'session-opened', uploadId });
      },
      onProgress: (percent) => dispatch({ type: 'save-progressed', percent, atMs: performance.now() }),
      onTrouble: () => dispatch({ type: 'save-troubled' }),
    });
    if (outcome.isSaved) {
      if (outcome.isChecking) recording.draft.leave();
      else recording.draft.remove();
      dispatch({ type: 'save-succeeded' });
    } else {
      if (!outcome.canResume) recording.draft.noteUpload(undefined);
      dispatch({ type: 'save-failed', canResume: outcome.canResume, failure: outcome.failure });
    }
  });
}

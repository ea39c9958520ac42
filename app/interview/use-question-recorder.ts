import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnswerVideo } from '../../api/contract/interview/answers.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { UPLOAD_ROOM_PATH } from '../../api/contract/media/uploads.js';
import { HttpError, OUT_OF_SPACE } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import type { DraftOffer } from './local-drafts/local-drafts-state.js';
import type { OfferedDrafts } from './local-drafts/use-local-drafts.js';
import { PROBLEM_MESSAGES, RECORDER_TOASTS, SOURCE_MESSAGES } from './recorder/recorder.messages.js';
import { isAtRest } from './recorder/recorder-state.js';
import { useDelay, useSignalFor } from './recorder/recorder-effects.js';
import {
  type BegunRecording,
  type ChooseFile,
  type DraftWriter,
  isAcceptableRecording,
  type NewRecording,
  type Recording,
  recordingOfFile,
} from './recorder/recording.js';
import { type Recorder, type SaveRecording, useRecorder } from './recorder/use-recorder.js';
import { SentDraft } from './sent-drafts/sent-draft.js';
import { sendsWhileRecording, useSendingChoice } from './sent-drafts/sending-choice.js';
import { type AnswerSaving, isOnItsWay } from './saving/answer-savings.js';
import { knownAnswer } from './saving/save-answer.js';
import type { Savings } from './saving/use-answer-savings.js';

interface QuestionRecorderOptions {
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  /** See QuestionStepProps. */
  gate: ReactNode;
  drafts: OfferedDrafts;
  savings: Savings;
}

/** Where a recording belongs, whatever is shown by the time it is saved. */
type RecordingPlace = Pick<AnswerSaving, 'question' | 'insteadOf'>;

interface QuestionRecorder {
  recorder: Recorder;
  /** See RecorderOptions. */
  hasAnswer: boolean;
  /** A recording to this question that is on its way, and not waited for. */
  onItsWay: AnswerSaving | null;
  /** Of what is recorded the newest part could not be sent so far. */
  isHeldBack: boolean;
  /** The server has no room for another recording: told before one is begun. */
  hasNoRoom: boolean;
  /** The server is asked, so that what was pressed does not begin yet. */
  asksForRoom: boolean;
  chooseFile: ChooseFile;
  /** Opens a local draft: to watch it, or to save it at once. */
  openDraft: (offer: DraftOffer, next: 'review' | 'saving') => Promise<void>;
}

/** The recorder at one question: what goes wrong is also said in a toast, and what is recorded is kept in this browser. */
export function useQuestionRecorder(options: QuestionRecorderOptions): QuestionRecorder {
  const { question, answer, drafts, savings } = options;
  const { queue } = savings;
  // As it is seen when the recording begins: what comes from elsewhere meanwhile is not noticed.
  const place = useRef<RecordingPlace>({ question, insteadOf: null });
  const { isHeldBack, sendWhileRecording, followChoice } = useSending();
  const left = savings.all.filter((saving) => saving.isLeft && saving.question.id === question.id);
  const used = left.filter(isOnItsWay);
  const hasAnswer = answer !== null || used.length > 0;
  const onItsWay = used.find((saving) => !queue.isHeld(saving)) ?? null;
  const failed = left.find(({ phase }) => phase === 'failed');
  const beginDraft = (recording: BegunRecording) => {
    const insteadOf = answer?.id ?? null;
    place.current = { question, insteadOf };
    const begun = { ...recording, questionId: question.id, insteadOf };
    const local = drafts.begin(begun);
    return recording.origin === 'recorded' ? sendWhileRecording(local, begun) : local;
  };
  const saveRecording: SaveRecording = (recording, report) => {
    toastStore.dismissFailure();
    const { id, outcome } = queue.add(recording, { ...place.current, report });
    return { outcome, leave: () => queue.leave(id) };
  };
  const recorder = useRecorder({
    questionId: question.id,
    hasAnswer,
    mayRecord: !options.gate,
    beginDraft,
    saveRecording,
    onRefused: (reason, source) => toast({ ...SOURCE_MESSAGES[source].refusals[reason], variant: 'destructive' }),
    onVoiceInstead: () => toast(RECORDER_TOASTS.voiceInstead),
    onProblem: (problem) => toast({ ...PROBLEM_MESSAGES[problem], variant: 'destructive' }),
  });

  const whileAtRestHere = useSignalFor(`${question.id} ${isAtRest(recorder.state)}`);
  const { hasNoRoom, asksForRoom, whileRoom } = useRoom(`${question.id} ${recorder.state.phase}`);
  const { allow, record, replace, add } = recorder.actions;
  const whileRoomToKeep = (begin: () => void) =>
    whileRoom(() => {
      askForLastingStorage();
      begin();
    });
  const discard = () => {
    const { state } = recorder;
    recorder.actions.discard();
    if (state.phase === 'review' && !state.recording.isAddition) queue.release(question.id);
  };
  // Another one was to be recorded in its place, and was not.
  const keepAnswer = () => {
    recorder.actions.keepAnswer();
    queue.release(question.id);
  };
  useEffect(() => () => queue.release(question.id), [queue, question.id]);
  const actions = {
    ...recorder.actions,
    discard,
    keepAnswer,
    allow: whileRoom(allow),
    record: whileRoomToKeep(record),
    replace: whileRoomToKeep(replace),
    add: recorder.state.phase === 'review' ? add : whileRoomToKeep(add),
  };

  const chooseFile: ChooseFile = (file, origin) => {
    if (!isAcceptableRecording(file)) {
      toast({ ...RECORDER_TOASTS.invalidFile, variant: 'destructive' });
      return;
    }
    askForLastingStorage();
    recorder.actions.bring(recordingOfFile(file, origin, recorder.state.isAddition, beginDraft), 'review');
  };
  const openDraft = async (offer: DraftOffer, next: 'review' | 'saving') => {
    const opened = await drafts.open(offer, whileAtRestHere());
    if (!opened) return;
    const recording = opened.origin === 'recorded' ? followChoice(opened, question.id) : opened;
    place.current = { question, insteadOf: knownAnswer(recording.recordedAt, answer, recording.insteadOf) };
    if (!recording.isAddition) queue.hold(question.id);
    recorder.actions.bring(recording, next);
  };
  useDelay(failed !== undefined && isAtRest(recorder.state), 0, () => {
    const back = failed && queue.giveBack(failed.id);
    if (!back) return;
    place.current = { question: back.question, insteadOf: back.insteadOf };
    recorder.actions.bring(back.recording, 'review', back.failure);
  });
  return {
    recorder: { ...recorder, actions },
    hasAnswer,
    onItsWay,
    isHeldBack,
    hasNoRoom,
    asksForRoom,
    chooseFile,
    openDraft,
  };
}

interface Sending {
  isHeldBack: boolean;
  sendWhileRecording: (local: DraftWriter, recording: NewRecording) => SentDraft;
  /** Of a recording that an earlier page made: from now on what is chosen is about it. */
  followChoice: (recording: Recording, questionId: number) => Recording;
}

/** Sends what is recorded here while it is recorded, as this device shall: what is chosen counts at once. */
function useSending(): Sending {
  const isWhileRecording = useSendingChoice();
  const current = useRef<SentDraft | null>(null);
  const [heldBack, setHeldBack] = useState<SentDraft | null>(null);
  useEffect(() => current.current?.choose(isWhileRecording), [isWhileRecording]);
  const follow = (local: DraftWriter, recording: NewRecording, kept?: Recording) => {
    const onHeldBack = (isHeldBack: boolean) =>
      setHeldBack((other) => (isHeldBack ? draft : other === draft ? null : other));
    const draft: SentDraft = new SentDraft(local, recording, onHeldBack, kept);
    current.current = draft;
    return draft;
  };
  return {
    isHeldBack: heldBack !== null,
    sendWhileRecording: (local, recording) => {
      const draft = follow(local, recording);
      draft.choose(sendsWhileRecording());
      return draft;
    },
    followChoice: (recording, questionId) => ({
      ...recording,
      draft: follow(recording.draft, { ...recording, questionId }, recording),
    }),
  };
}

let asked: StorageManager | null = null;

/**
 * Asks the browser, once, not to empty its storage by itself: at the press that begins what it is to keep, as some ask
 * the person in turn. Where it says no, what is kept stays for as long as it likes.
 */
function askForLastingStorage(): void {
  const storage = navigator.storage as StorageManager | undefined;
  if (!storage || asked === storage || !('persist' in storage)) return;
  asked = storage;
  storage.persist().catch(() => false);
}

/** Nobody who is ready to speak waits longer for this. */
export const ANSWER_TIMEOUT_MS = 3_000;

interface Room {
  hasNoRoom: boolean;
  asksForRoom: boolean;
  whileRoom: (begin: () => void) => () => void;
}

/**
 * Asks the server whether there is room for a recording before it is begun: to learn it afterwards costs strength. When
 * no answer comes, the recording goes on, as it is kept in the browser first. One thing is asked for at a time, and
 * begins only where it was asked for: `place`.
 */
function useRoom(place: string): Room {
  const [hasNoRoom, setHasNoRoom] = useState(false);
  const [asking, setAsking] = useState<AbortSignal | null>(null);
  const whileThere = useSignalFor(place);
  const ask = async (begin: () => void) => {
    if (asking) return;
    const signal = whileThere();
    const end = () => setAsking((current) => (current === signal ? null : current));
    signal.addEventListener('abort', end, { once: true });
    setAsking(signal);
    toastStore.dismissFailure();
    const isFull = await isServerFull();
    end();
    if (signal.aborted) return;
    setHasNoRoom(isFull);
    if (isFull) toast(RECORDER_TOASTS.noRoom);
    else begin();
  };
  return { hasNoRoom, asksForRoom: asking !== null, whileRoom: (begin) => () => void ask(begin) };
}

export async function isServerFull(path = UPLOAD_ROOM_PATH): Promise<boolean> {
  try {
    await request<void>('GET', path, undefined, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return false;
  } catch (error) {
    return error instanceof HttpError && error.status === OUT_OF_SPACE;
  }
}

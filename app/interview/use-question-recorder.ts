import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerVideo } from '../../api/contract/answers.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import type { DraftOffer } from './local-drafts/local-drafts-state.js';
import type { OfferedDrafts } from './local-drafts/use-local-drafts.js';
import { PROBLEM_MESSAGES, RECORDER_TOASTS, SOURCE_MESSAGES } from './recorder/recorder.messages.js';
import type { SaveFailure } from './recorder/recorder-state.js';
import { type BegunRecording, isAcceptableRecording, recordingOfFile } from './recorder/recording.js';
import { type Recorder, type SaveRecording, useRecorder } from './recorder/use-recorder.js';
import { SentDraft } from './sent-drafts/sent-draft.js';
import { sendsWhileRecording } from './sent-drafts/sending-choice.js';
import { type AnswerPlace, describeSaveFailure, saveAnswer } from './save-answer.js';
import { ANSWERS_PATH, QUESTIONS_PATH, STATUS_KEY } from './use-interview-data.js';

interface QuestionRecorderOptions {
  participantId: string;
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  drafts: OfferedDrafts;
}

interface QuestionRecorder {
  recorder: Recorder;
  /** The recording is stored beside an answer that was not known here: the person is asked which one it shall be. */
  asksWhich: boolean;
  onDecided: () => void;
  /** The server has no room for another recording: told before one is begun. */
  hasNoRoom: boolean;
  chooseFile: (file: File) => void;
  /** Opens a local draft: to watch it, or to save it at once. */
  openDraft: (offer: DraftOffer, next: 'review' | 'saving') => Promise<void>;
}

/** The recorder at one question: what goes wrong is also said in a toast, and what is recorded is kept in this browser. */
export function useQuestionRecorder(options: QuestionRecorderOptions): QuestionRecorder {
  const { participantId, question, answer, drafts } = options;
  // What is seen as the recording begins: what comes from elsewhere meanwhile is not noticed.
  const known = useRef<string | null>(null);
  const [asksWhich, setAsksWhich] = useState(false);
  const beginDraft = (recording: BegunRecording) => {
    known.current = answer?.id ?? null;
    const begun = { ...recording, questionId: question.id };
    const local = drafts.begin(begun);
    return recording.origin === 'recorded' && sendsWhileRecording() ? new SentDraft(local, begun) : local;
  };
  const recorder = useRecorder({
    questionId: question.id,
    hasAnswer: answer !== null,
    beginDraft,
    saveRecording: useSaveRecording({
      participantId,
      question,
      findKnown: () => known.current,
      isDraftStored: drafts.canStore,
      onBeside: () => setAsksWhich(true),
    }),
    onRefused: (reason, source) => toast({ ...SOURCE_MESSAGES[source].refusals[reason], variant: 'destructive' }),
    onProblem: (problem) => toast({ ...PROBLEM_MESSAGES[problem], variant: 'destructive' }),
  });

  const { hasNoRoom, whileRoom } = useRoom();
  const { allow, record, replace, add } = recorder.actions;
  const actions = {
    ...recorder.actions,
    allow: whileRoom(allow),
    record: whileRoom(() => {
      askForLastingStorage();
      record();
    }),
    replace: whileRoom(replace),
    add: recorder.state.phase === 'review' ? add : whileRoom(add),
  };

  const chooseFile = (file: File) => {
    if (isAcceptableRecording(file))
      recorder.actions.bring(recordingOfFile(file, recorder.isAddition, beginDraft), 'review');
    else toast({ ...RECORDER_TOASTS.invalidFile, variant: 'destructive' });
  };
  const openDraft = async (offer: DraftOffer, next: 'review' | 'saving') => {
    const recording = await drafts.open(offer);
    const isEarlier = recording && answer && Date.parse(answer.createdAt) < recording.recordedAt.getTime();
    known.current = isEarlier ? answer.id : null;
    if (recording) recorder.actions.bring(recording, next);
  };
  return {
    recorder: { ...recorder, actions },
    asksWhich,
    onDecided: () => setAsksWhich(false),
    hasNoRoom,
    chooseFile,
    openDraft,
  };
}

let hasAsked = false;

/** Asks the browser, once, not to empty its storage by itself. Where it says no, what is kept stays for as long as it likes. */
function askForLastingStorage(): void {
  if (hasAsked || !('storage' in navigator) || !('persist' in navigator.storage)) return;
  hasAsked = true;
  navigator.storage.persist().catch(() => false);
}

const ROOM_PATH = '/api/uploads/room';
/** Nobody who is ready to speak waits longer for this. */
const ANSWER_TIMEOUT_MS = 3_000;
const OUT_OF_SPACE = 507;

/**
 * Asks the server whether there is room for a recording before it is begun: to learn it afterwards costs strength. When
 * no answer comes, the recording goes on, as it is kept in the browser first.
 */
function useRoom(): { hasNoRoom: boolean; whileRoom: (begin: () => void) => () => void } {
  const [hasNoRoom, setHasNoRoom] = useState(false);
  const ask = async (begin: () => void) => {
    toastStore.dismissFailure();
    const isFull = await isServerFull();
    setHasNoRoom(isFull);
    if (isFull) toast(RECORDER_TOASTS.noRoom);
    else begin();
  };
  return { hasNoRoom, whileRoom: (begin) => () => void ask(begin) };
}

export async function isServerFull(path = ROOM_PATH): Promise<boolean> {
  try {
    await request<void>('GET', path, undefined, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return false;
  } catch (error) {
    return error instanceof HttpError && error.status === OUT_OF_SPACE;
  }
}

interface SaveRecordingOptions extends Omit<AnswerPlace, 'insteadOf'> {
  findKnown: () => string | null;
  onBeside: () => void;
  /** This browser keeps it as a local draft. */
  isDraftStored: boolean;
}

/** Stores a recording as the answer to a question, and says how that went. */
function useSaveRecording({ isDraftStored, findKnown, onBeside, ...place }: SaveRecordingOptions): SaveRecording {
  const queryClient = useQueryClient();
  return async (recording, report) => {
    toastStore.dismissFailure();
    try {
      const answer = await saveAnswer({ ...place, insteadOf: findKnown() }, recording, report);
      const isChecking = answer.pieces.some(({ proof }) => proof.state === 'checking');
      if (!answer.isChosen) {
        await queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
        onBeside();
        toast(RECORDER_TOASTS.savedBeside);
        return { isSaved: true, isChecking };
      }
      queryClient.setQueryData<AnswerVideo[]>([ANSWERS_PATH], (answers = []) => withAnswer(answers, answer));
      // The answer is stored whether or not the refreshed lists arrive.
      void queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
      void queryClient.invalidateQueries({ queryKey: [QUESTIONS_PATH] });
      toast(isChecking ? RECORDER_TOASTS.checking : RECORDER_TOASTS.saved);
      return { isSaved: true, isChecking };
    } catch (error) {
      const { failure, canResume } = describeSaveFailure(error);
      if (failure === 'deleted') void queryClient.invalidateQueries({ queryKey: STATUS_KEY });
      toast({ ...toastOf(failure, isDraftStored), ...saidOf(error, failure), variant: 'destructive' });
      return { isSaved: false, canResume, failure };
    }
  };
}

function toastOf(failure: SaveFailure, isDraftStored: boolean) {
  switch (failure) {
    case 'signed-out':
      return isDraftStored ? RECORDER_TOASTS.signedOut : RECORDER_TOASTS.signedOutWithoutDraft;
    case 'submitted':
      return RECORDER_TOASTS.submitted;
    case 'refused':
      return RECORDER_TOASTS.refused;
    case 'deleted':
      return RECORDER_TOASTS.deleted;
    case 'flawed':
      return RECORDER_TOASTS.flawed;
    case 'unplayable':
      return RECORDER_TOASTS.unplayable;
    case 'full':
      return RECORDER_TOASTS.full;
    case 'failed':
      return RECORDER_TOASTS.saveFailed;
  }
}

/** The server says what is missing in a recording. */
function saidOf(error: unknown, failure: SaveFailure): { description?: string } {
  const said = failure === 'flawed' && error instanceof HttpError ? error.serverMessage : null;
  return said === null ? {} : { description: `${said} It is still here.` };
}

/** A question has one answer; the new one brings the earlier recordings along. */
function withAnswer(answers: AnswerVideo[], answer: AnswerVideo): AnswerVideo[] {
  return [...answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
}

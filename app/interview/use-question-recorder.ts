import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerVideo } from '../../api/contract/answers.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';
import { toast } from '../shared/ui/toast-store.js';
import type { TakeOffer } from './local-drafts/local-drafts-state.js';
import type { TakeKeeping } from './local-drafts/use-local-drafts.js';
import { PROBLEM_MESSAGES, RECORDER_TOASTS, SOURCE_MESSAGES } from './recorder/recorder.messages.js';
import { type BegunTake, isAcceptableVideo, takeOfFile } from './recorder/recording.js';
import { type Recorder, type SaveTake, useRecorder } from './recorder/use-recorder.js';
import { type AnswerPlace, describeSaveFailure, saveAnswer } from './save-answer.js';
import { ANSWERS_PATH, QUESTIONS_PATH } from './use-interview-data.js';

interface QuestionRecorderOptions {
  participantId: string;
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  keeping: TakeKeeping;
}

interface QuestionRecorder {
  recorder: Recorder;
  /** The server has no room for another recording: told before one is begun. */
  hasNoRoom: boolean;
  chooseFile: (file: File) => void;
  /** Takes up a kept take: to watch it, or to save it at once. */
  takeUp: (offer: TakeOffer, next: 'review' | 'saving') => Promise<void>;
}

/** The recorder at one question: what goes wrong is also said in a toast, and what is recorded is kept in this browser. */
export function useQuestionRecorder(options: QuestionRecorderOptions): QuestionRecorder {
  const { participantId, question, answer, keeping } = options;
  const beginCopy = (take: BegunTake) => keeping.begin({ ...take, questionId: question.id });
  const recorder = useRecorder({
    questionId: question.id,
    hasAnswer: answer !== null,
    beginCopy,
    saveTake: useSaveTake({ participantId, question, isCopyKept: keeping.canKeep }),
    onRefused: (reason, source) => toast({ ...SOURCE_MESSAGES[source].refusals[reason], variant: 'destructive' }),
    onProblem: (problem) => toast({ ...PROBLEM_MESSAGES[problem], variant: 'destructive' }),
  });

  const { hasNoRoom, whileRoom } = useRoom();
  const { allow, record, replace } = recorder.actions;
  const actions = {
    ...recorder.actions,
    allow: whileRoom(allow),
    record: whileRoom(record),
    replace: whileRoom(replace),
  };

  const chooseFile = (file: File) => {
    if (isAcceptableVideo(file)) recorder.actions.bring(takeOfFile(file, beginCopy), 'review');
    else toast({ ...RECORDER_TOASTS.invalidFile, variant: 'destructive' });
  };
  const takeUp = async (offer: TakeOffer, next: 'review' | 'saving') => {
    const take = await keeping.open(offer);
    if (take) recorder.actions.bring(take, next);
  };
  return { recorder: { ...recorder, actions }, hasNoRoom, chooseFile, takeUp };
}

const ROOM_PATH = '/api/uploads/room';
/** Nobody who is ready to speak waits longer for this. */
const ANSWER_TIMEOUT_MS = 3_000;
const OUT_OF_SPACE = 507;

/**
 * Asks the server whether there is room for a recording before it is begun: to learn it afterwards costs strength. When
 * no answer comes, the recording goes on, as it is kept in the browser first.
 */
export function useRoom(): { hasNoRoom: boolean; whileRoom: (begin: () => void) => () => void } {
  const [hasNoRoom, setHasNoRoom] = useState(false);
  const ask = async (begin: () => void) => {
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

interface SaveTakeOptions extends AnswerPlace {
  /** This browser keeps a copy of the take. */
  isCopyKept: boolean;
}

/** Stores a take as the answer to a question, and says how that went. */
export function useSaveTake({ isCopyKept, ...place }: SaveTakeOptions): SaveTake {
  const queryClient = useQueryClient();
  return async (take, report) => {
    try {
      const answer = await saveAnswer(place, take, report);
      queryClient.setQueryData<AnswerVideo[]>([ANSWERS_PATH], (answers = []) => withAnswer(answers, answer));
      // The answer is stored whether or not the refreshed lists arrive.
      void queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
      void queryClient.invalidateQueries({ queryKey: [QUESTIONS_PATH] });
      toast(RECORDER_TOASTS.saved);
      return { isSaved: true };
    } catch (error) {
      const { isSignedOut, canResume } = describeSaveFailure(error);
      toast({ ...(isSignedOut ? signedOut(isCopyKept) : RECORDER_TOASTS.saveFailed), variant: 'destructive' });
      return { isSaved: false, canResume, failure: isSignedOut ? 'signed-out' : 'failed' };
    }
  };
}

function signedOut(isCopyKept: boolean) {
  return isCopyKept ? RECORDER_TOASTS.signedOut : RECORDER_TOASTS.signedOutWithoutCopy;
}

/** A question has one answer: the new one takes the place of the old. */
function withAnswer(answers: AnswerVideo[], answer: AnswerVideo): AnswerVideo[] {
  return [...answers.filter(({ questionId }) => questionId !== answer.questionId), answer];
}

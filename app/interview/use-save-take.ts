import { useQueryClient } from '@tanstack/react-query';
import type { AnswerVideo } from '../../api/contract/answers.js';
import { toast } from '../shared/ui/toast-store.js';
import { RECORDER_TOASTS } from './recorder/recorder.messages.js';
import type { SaveTake } from './recorder/use-saving.js';
import { type AnswerPlace, saveAnswer } from './saving/save-answer.js';
import { describeSaveFailure } from './saving/save-failure.js';
import { ANSWERS_PATH, QUESTIONS_PATH } from './use-interview-data.js';

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

import { useQueryClient } from '@tanstack/react-query';
import type { AnswerVideo } from '../../api/contract/answers.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { type InterviewStep, nextOpenStep } from './interview-steps.js';
import { ANSWERS_PATH } from './use-interview-data.js';

/** Asks the server again which questions are answered, and finds the step that is open. */
export function useFreshOpenStep(questions: InterviewQuestion[]): () => Promise<InterviewStep> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.refetchQueries({ queryKey: [ANSWERS_PATH] });
    const answers = queryClient.getQueryData<AnswerVideo[]>([ANSWERS_PATH]) ?? [];
    return nextOpenStep({ questions, answeredIds: new Set(answers.map((answer) => answer.questionId)) });
  };
}

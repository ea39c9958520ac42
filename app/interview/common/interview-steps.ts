import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';

/** Where in the interview a person is: at a question, at the last step with its Submit, or done. */
export type InterviewStep = { kind: 'question'; index: number } | { kind: 'finish' } | { kind: 'thanks' };

export const FINISH: InterviewStep = { kind: 'finish' };
export const THANKS: InterviewStep = { kind: 'thanks' };

/** Questions in their order, and those that have a stored answer. */
export interface InterviewProgress {
  questions: InterviewQuestion[];
  answeredIds: ReadonlySet<number>;
}

/** The step on which the page opens: the question that was asked for, else the first unanswered one, the last step; or the thanks. */
export function openingStep(
  progress: InterviewProgress,
  isSubmitted: boolean,
  wantedId: number | null = null,
): InterviewStep {
  if (isSubmitted) return THANKS;
  const index = progress.questions.findIndex(({ id }) => id === wantedId);
  return index === -1 ? nextOpenStep(progress) : { kind: 'question', index };
}

/** The first unanswered question; the last step when there is none. */
export function nextOpenStep({ questions, answeredIds }: InterviewProgress): InterviewStep {
  const index = questions.findIndex((question) => !answeredIds.has(question.id));
  return index === -1 ? FINISH : { kind: 'question', index };
}

/** From a question to the one after it; from the last to the first that is still open, or to the last step. */
export function stepAfter(index: number, progress: InterviewProgress): InterviewStep {
  return index + 1 < progress.questions.length ? { kind: 'question', index: index + 1 } : nextOpenStep(progress);
}

/** One step back; the first question has none. */
export function stepBefore(step: InterviewStep, { questions }: InterviewProgress): InterviewStep {
  if (step.kind === 'finish') return { kind: 'question', index: questions.length - 1 };
  return step.kind === 'question' ? { kind: 'question', index: Math.max(0, step.index - 1) } : step;
}

/** How much of the interview is answered, in whole percent. */
export function answeredPercent({ questions, answeredIds }: InterviewProgress): number {
  const answered = questions.filter((question) => answeredIds.has(question.id)).length;
  return Math.round((answered / questions.length) * 100);
}

import { INTERVIEW_STEPS } from '../../api/contract/steps.js';

/** "0 Introduction": a question as staff choose it, by its number and its name. */
export function questionLabel(question: number): string {
  return [question, INTERVIEW_STEPS[question]?.label].filter((part) => part !== undefined).join(' ');
}

export const QUESTION_LABELS = INTERVIEW_STEPS.map(({ number }) => ({ number, label: questionLabel(number) }));

import { excerpt } from '../../../api/contract/excerpt.js';
import type { InterviewQuestion } from '../../../api/contract/questions.js';

const TITLE_TEXT_LENGTH = 30;

/** Title of an answer's video: the question's title and the first 30 characters of its text. */
export function answerTitle({ title, text }: InterviewQuestion): string {
  return `${title}: ${excerpt(text, TITLE_TEXT_LENGTH)}`;
}

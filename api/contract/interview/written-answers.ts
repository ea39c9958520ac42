import type { FromHelper } from '../people/helpers.js';

/**
 * What the signed-in participant answers in words: GET /api/written-answers (list), PUT
 * /api/written-answers/{questionId} (200). Plain text of any number of lines; a question is answered while it is not blank.
 */
export interface WrittenAnswer extends FromHelper {
  id: string;
  questionId: number;
  text: string;
  /** Counts what was kept: 1 the first time. */
  revision: number;
  changedAt: string;
}

/**
 * The same text again is no change. 409 `words_changed` where another tab or device has kept other words since `revision`,
 * 409 `submitted` once the story is handed in.
 */
export interface SaveWrittenAnswerRequest {
  text: string;
  /** The revision that the text was made of; 0 when there was none. */
  revision: number;
}

export const WRITTEN_ANSWERS_PATH = '/api/written-answers';

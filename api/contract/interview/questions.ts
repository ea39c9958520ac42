/** `questionId` of the story overview on the wire, where null means the same. */
export const STORY_OVERVIEW_QUESTION_ID = 0;
export const STORY_OVERVIEW_TITLE = 'Story overview';

export const QUESTIONS_PATH = '/api/questions';

/** GET /api/questions, GET /api/admin/questions: one of the questions of the interview. `sequence` counts from 1. */
export interface InterviewQuestion {
  id: number;
  title: string;
  text: string;
  /** Words to begin the answer with, or null when the question has none. */
  starterPhrase: string | null;
  sequence: number;
}

/** Whether a showcase video tells the whole story instead of answering one question. */
export function isStoryOverview(questionId: number | null): boolean {
  return questionId === null || questionId === STORY_OVERVIEW_QUESTION_ID;
}

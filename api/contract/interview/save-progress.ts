/** POST /api/save-progress: an external form has taken the answer of a step. */
export interface SaveProgressRequest {
  email: string;
  /** The `wireField` of the step `questionNumber` (see steps.ts). */
  field: string;
  /** 0 to 7. */
  questionNumber: number;
}

/** 200, the same whether the e-mail is known or not. */
export interface SaveProgressResponse {
  received: true;
}

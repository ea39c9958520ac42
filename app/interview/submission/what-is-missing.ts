/** Where a person is led when the story cannot be handed in yet. */
export interface Missing {
  step: 'question' | 'finish';
  /** What the server said, when it did. */
  message: string | null;
}

/** Code of the refusal while a question has no answer. */
const QUESTIONS_MISSING = 'questions_missing';

/** Reads a refusal of Submit. All but missing answers is mended at the last step itself. */
export function whatIsMissing({ code, message }: { code: string | null; message: string | null }): Missing {
  return { step: code === QUESTIONS_MISSING ? 'question' : 'finish', message };
}

import type { ResumeResponse } from '../../api/contract/resume.js';
import { HttpError } from '../shared/http/http-error.js';
import { RESUME_STATUS, RESUME_TOASTS } from './landing.messages.js';

/** How an end of Resume is told: in a toast, and in a sentence that stays in the form. */
export interface ResumeNotice {
  toast: { title: string; description: string };
  status: string;
}

export const INTERVIEW_COMPLETE: ResumeNotice = { toast: RESUME_TOASTS.complete, status: RESUME_STATUS.complete };

/** Where the interview goes on, or null when nothing is left to do. */
export function nextAddress(response: ResumeResponse): string | null {
  return 'nextQuestionUrl' in response ? response.nextQuestionUrl : null;
}

/** Why an interview could not be resumed, in the server's words where it has some. */
export function resumeFailure(error: unknown): ResumeNotice {
  const kind = kindOfFailure(error);
  const words = error instanceof HttpError ? error.serverMessage : null;
  const { title, description } = RESUME_TOASTS[kind];
  return { toast: { title, description: words ?? description }, status: RESUME_STATUS[kind] };
}

/** Where no answer came, or the server was in trouble, nobody was looked for: to say "not found" would not be true. */
function kindOfFailure(error: unknown): 'notFound' | 'tooOften' | 'unavailable' {
  if (!(error instanceof HttpError) || error.status >= 500) return 'unavailable';
  return error.status === 429 ? 'tooOften' : 'notFound';
}

import type { ResumeResponse } from '../../api/contract/people/resume.js';
import { HttpError } from '../shared/http/http-error.js';
import { RESUME_STATUS, RESUME_TOASTS } from './landing.messages.js';

/** How an end of Resume is told: in a toast, and in a sentence that stays in the form. */
export interface ResumeNotice {
  toast: { title: string; description: string };
  status: string;
}

/** Nothing is left to do, and how the person comes to what they told. */
export function interviewComplete(response: ResumeResponse): ResumeNotice {
  return { toast: RESUME_TOASTS.complete, status: `${RESUME_STATUS.complete} ${wayToStory(response)}` };
}

function wayToStory(response: ResumeResponse): string {
  if (isSignedIn(response)) return RESUME_STATUS.storyHere;
  return 'isLinkSent' in response && response.isLinkSent ? RESUME_STATUS.storyByLink : RESUME_STATUS.noLinkNow;
}

/** In this browser, which was known, the person is signed in now. */
export function isSignedIn(response: ResumeResponse): boolean {
  return 'isSignedIn' in response;
}

/** Where the interview goes on, or null when nothing is left to do. */
export function nextAddress(response: ResumeResponse): string | null {
  return 'nextQuestionUrl' in response ? response.nextQuestionUrl : null;
}

/** Why an interview could not be resumed: one toast for any failure, and beside it what is really so. */
export function resumeFailure(error: unknown): ResumeNotice {
  const words = error instanceof HttpError ? error.serverMessage : null;
  const { title, description } = RESUME_TOASTS.notFound;
  return { toast: { title, description: words ?? description }, status: statusOf(error, words) };
}

/** Where no answer came, or the server was in trouble, nobody was looked for: to write "not known" would not be true. */
function statusOf(error: unknown, words: string | null): string {
  if (!(error instanceof HttpError) || error.status >= 500) return RESUME_STATUS.unavailable;
  if (error.status === 404) return RESUME_STATUS.notFound;
  // How long to wait must not go away with the toast.
  const hint = error.status === 429 ? RESUME_STATUS.tooOften : null;
  return [words, hint].filter(Boolean).join(' ') || RESUME_STATUS.unavailable;
}

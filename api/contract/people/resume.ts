/** POST /api/resume-interview. 404 for an unknown e-mail, 429 with a message when too many mails were asked for. */
export interface ResumeRequest {
  email: string;
  /** Where a link leads that is mailed: 'my-story' from that page, else where the interview goes on. */
  aim?: 'my-story';
}

/**
 * 200: where to go on, or a message when nothing is left to do. A browser that is known is signed in then, too; elsewhere a
 * link is mailed that leads to the person's story. `isLinkSent` is false when that was not possible just now.
 */
export type ResumeResponse =
  { nextQuestionUrl: string } | { message: string; isSignedIn: true } | { message: string; isLinkSent: boolean };

/** The interview opens at the question with the id after it; whoever is signed out comes there by signing in. */
const QUESTION_FRAGMENT = '#question=';

export function questionAddress(questionId: number): string {
  return `/${QUESTION_FRAGMENT}${questionId}`;
}

/** Null for a fragment (with its `#`) of anything else. */
export function questionOfFragment(fragment: string): number | null {
  const digits = fragment.startsWith(QUESTION_FRAGMENT) ? fragment.slice(QUESTION_FRAGMENT.length) : '';
  return /^\d{1,4}$/.test(digits) ? Number(digits) : null;
}

/** Resume for who wants to see their story, at the landing page: whoever is signed out on `/my-story` comes back there. */
export const RESUME_MY_STORY_FRAGMENT = '#my-story';

/** The page with the steps of the interview, of which a person chooses where to go on. */
export const RESUME_PATH = '/resume';

/** Where Resume leads when a sign-in link was mailed. */
export const SIGN_IN_LINK_SENT_URL = `${RESUME_PATH}?sent=1`;

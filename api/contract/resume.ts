/** POST /api/resume-interview. 404 for an unknown e-mail, 429 with a message when too many mails were asked for. */
export interface ResumeRequest {
  email: string;
}

/**
 * 200: where to go on, or a message when nothing is left to do. While nobody has proven the e-mail, a link is mailed then,
 * too: perhaps somebody else did it all. `isLinkSent` is false when that was not possible; absent when none is due.
 */
export type ResumeResponse = { nextQuestionUrl: string } | { message: string; isLinkSent?: boolean };

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

/** Where Resume leads when a sign-in link was mailed. */
export const SIGN_IN_LINK_SENT_URL = '/resume?sent=1';

/** A mailed link is the landing page's address with this fragment and the token after it; a fragment reaches no log. */
export const SIGN_IN_FRAGMENT = '#signin=';

/**
 * POST /api/auth/link signs this browser in, once; POST /api/auth/link/preview only looks.
 * Both answer 410 when the link is unknown, used or older than an hour.
 */
export interface SignInLinkRequest {
  token: string;
}

/** 200 of POST /api/auth/link/preview: for whom the link is, as `a•••@example.org`. */
export interface SignInLinkPreview {
  maskedEmail: string;
  /** In this browser that person is signed in already. */
  isSignedIn: boolean;
  /** An earlier link was used. */
  isEmailProven: boolean;
}

/** 200 of POST /api/auth/link, with the cookies of the session and the device. */
export interface SignInLinkResponse {
  nextUrl: string;
}

/** GET /api/auth/device: what this very browser's cookie says, signed in or not. */
export interface KnownDevice {
  /** Of whoever this browser is known to belong to: see `keptUnder` of CurrentUser. Null when it is nobody's. */
  keptUnder: [string, ...string[]] | null;
}

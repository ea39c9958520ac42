/** A mailed link is the landing page's address with this fragment and the token after it; a fragment reaches no log. */
export const SIGN_IN_FRAGMENT = '#signin=';

/**
 * POST /api/auth/link signs this browser in, once; POST /api/auth/link/preview only looks.
 * Both answer 410 when the link is unknown, used or older than SIGN_IN_LINK_MAX_AGE_MS.
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

export const FORGET_DEVICE_PATH = '/api/auth/forget-device';
/**
 * Query of POST FORGET_DEVICE_PATH: the ids of the recordings of which this browser has told that it holds them, between
 * commas. Nothing leads back to these then.
 */
export const HELD_DRAFT_TOLD = 'heldDraftTold';
/** In place of an id, where a page of before told without one. */
export const UNNAMED_HELD_DRAFT = 'true';

/** GET /api/auth/device: what this very browser's cookie says, signed in or not. */
export interface KnownDevice {
  /** Of whoever this browser is known to belong to, for `SESSION_OWNER_HEADER`; left out when it is nobody's. */
  id?: string;
  /** See `keptUnder` of CurrentUser. Null when it is nobody's. */
  keptUnder: [string, ...string[]] | null;
}

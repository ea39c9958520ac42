/** `submitted` once the participant has pressed Submit. */
export type ParticipantStatus = 'in_progress' | 'submitted';

export const REGISTER_PATH = '/api/register';

/** POST /api/register. The handles are sent only when `tag` is true and ignored otherwise. */
export interface RegisterRequest {
  firstName: string;
  lastName: string;
  email: string;
  tag?: boolean;
  instagram?: string;
  tiktok?: string;
}

/** 201. `nextUrl` is where the browser goes on: the external interview form, or `/`. */
export interface RegisterResponse {
  user: RegisteredUser;
  nextUrl: string;
}

/** Who somebody is, as far as they have said it themselves. */
export interface RegisteredUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  status: ParticipantStatus;
  /** False only when staff said that no photos are needed: then the photo step is skipped. */
  photosNeeded: boolean;
}

/**
 * Header in which a page names whom it was opened for: by the `id` of CurrentUser or MyStory, or of Help. Where another
 * session is open by now, the request is refused with 401 `signed_out` and changes nothing. Without it the session alone
 * decides.
 */
export const SESSION_OWNER_HEADER = 'Session-Owner';

/** The same where a page navigates, and can send no header: a query parameter of GET `LOGOUT_PATH`. */
export const LOGOUT_OWNER = 'owner';
/**
 * By which wish of its person, or no of their parent or guardian, nothing of a story is public, and since when, ISO 8601.
 * Only what is hidden may be shown again.
 */
export interface StoryNotShown {
  as: 'hidden' | 'guardian_refused' | 'withdrawn';
  at: string;
}

export const LOGOUT_PATH = '/api/logout';

export const CURRENT_USER_PATH = '/api/auth/user';

/** GET /api/auth/user; 401 when signed out. */
export interface CurrentUser extends RegisteredUser {
  /** A mailed link was used. Until then only the browser that registered is signed in. */
  isEmailProven: boolean;
  /** Under which ids this person's browsers keep recordings that are not saved yet; new ones under the first. */
  keptUnder: [string, ...string[]];
  /** When the story was begun, or last reopened. */
  openSince: string;
  /** What waits for this person to say whether it is theirs; null when nothing does. */
  unclaimed: UnclaimedBeginning | null;
  /** When they withdrew their whole story: nothing of theirs can be published any more. Left out where they have not. */
  withdrawnAt?: string;
}

/** What another browser, in which nobody had proven the e-mail, had begun under it. Nobody sees more of it than this. */
export interface UnclaimedBeginning {
  firstName: string;
  lastName: string;
  instagram: string | null;
  tiktok: string | null;
  isSubmitted: boolean;
  answers: number;
  photos: number;
  /** Recordings that were not saved yet; left out without any. */
  drafts?: number;
  /** When the e-mail was registered. */
  begunAt: string;
  /** When the last answer or photo came; null without any. */
  lastAt: string | null;
}

/** Below it the person says whether it is theirs. */
export const UNCLAIMED_PATH = '/api/user/unclaimed';

/** POST /api/user/unclaimed/discard: what was begun is deleted, and the person gives their own name; 204. */
export interface DiscardUnclaimedRequest {
  firstName: string;
  lastName: string;
}

export const USER_STATUS_PATH = '/api/user/status';
export const REOPEN_PATH = '/api/user/reopen';

/** PATCH /api/user/status. */
export interface UpdateStatusRequest {
  status: 'submitted';
  /**
   * Of a Submit that has waited: `openSince` of CurrentUser as it was pressed. Where the story was reopened since, it is not
   * handed in: 409 `reopened`.
   */
  openSince?: string;
  /**
   * Ids of the earlier recordings of which it was said that they are deleted. Where there are others, nothing is handed in:
   * 409 `recordings_changed`.
   */
  earlierRecordings?: string[];
}

/** 200 of PATCH /api/user/status. */
export interface UpdateStatusResponse {
  status: ParticipantStatus;
}

/** 200 of POST /api/user/reopen: what was submitted can be changed again, until it is submitted anew. Staff see it. */
export interface ReopenResponse extends UpdateStatusResponse {
  /** See CurrentUser. */
  openSince: string;
}

export const PROGRESS_STATS_PATH = '/api/progress-stats';

/** GET /api/progress-stats. */
export interface ProgressStats {
  totalUsers: number;
  completedInterviews: number;
  goalStories: number;
}

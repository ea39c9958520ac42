/** POST /api/admin/session; 401 with a wrong password, and with any where producers have accounts. DELETE signs out, GET tells whether one is open. */
export interface OpenStaffSessionRequest {
  password: string;
  /** Of the producer, for the record of what staff do. */
  name?: string | null;
}

/** Answer of GET and POST /api/admin/session, and of every other way to sign in. */
export interface StaffSession {
  /** When the session ends unless it is used before, ISO 8601. */
  expiresAt: string;
  /** The same as a time from now: the browser's clock may be wrong. */
  expiresInSeconds: number;
  /** As the producer gave it, null when they did not; with accounts that of their account. */
  name: string | null;
}

/** The pages of staff; each one's path is its name. */
export const STAFF_PAGE_NAMES = ['admin', 'admin2', 'admin3', 'admin4'] as const;
export type StaffPageName = (typeof STAFF_PAGE_NAMES)[number];

/**
 * With STAFF_ACCOUNTS=1: POST /api/admin/session/link mails a link to sign in with. The same answer, 202, whether a producer
 * has this e-mail or nobody; 429 after too many, whoever has it.
 */
export interface StaffLinkRequest {
  email: string;
  /** Where whoever opens the link wants to be. */
  page: StaffPageName;
}

/** `message` is STAFF_LINK_SENT. */
export interface StaffLinkSent {
  message: string;
}

/** The page that a mailed link opens, with this fragment and the token after it; a fragment reaches no log. */
export const STAFF_LINK_PATH = '/admin-link';
export const STAFF_LINK_FRAGMENT = '#link=';

/** POST /api/admin/session/link/use signs in, once; 410 `link_expired` when it is unknown, used or too old. */
export interface UseStaffLinkRequest {
  token: string;
}

export interface StaffLinkSession extends StaffSession {
  /** Where they wanted to be. */
  page: StaffPageName;
}

/**
 * POST /api/admin/session/passkey/options answers with PublicKeyCredentialRequestOptionsJSON; POST
 * /api/admin/session/passkey signs in with what the browser made of it, once. 401 `passkey_refused`.
 */
export interface UsePasskeyRequest {
  response: AuthenticationResponseJSON;
}

/** GET /api/admin/producers, the one added first first; 404 without accounts, as all that follows. */
export type Producers = Producer[];

/** Whoever has an account. */
export interface Producer {
  id: string;
  name: string;
  email: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; null when they never did. */
  lastSignedInAt: string | null;
  isYou: boolean;
}

/**
 * POST /api/admin/producers: 201 with the Producer, who gets a mail about it; 409 `already_producer`.
 * DELETE /api/admin/producers/:id: 204, with all that signs them in; 409 `own_account` for one's own.
 */
export interface AddProducerRequest {
  email: string;
  name: string;
}

/** GET /api/admin/passkeys, one's own, the one added first first; DELETE /api/admin/passkeys/:id, 204. */
export type Passkeys = Passkey[];

export interface Passkey {
  id: string;
  label: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601; null when it never was. */
  lastUsedAt: string | null;
}

/**
 * POST /api/admin/passkeys/options answers with PublicKeyCredentialCreationOptionsJSON; POST /api/admin/passkeys, 201 with the
 * Passkey. 400 `passkey_refused`; 409 `too_many_passkeys`.
 */
export interface AddPasskeyRequest {
  response: RegistrationResponseJSON;
  /** What the list calls it, as the device and the browser. */
  label: string;
}

/** Header that carries the password in place of the session cookie. */
export const STAFF_PASSWORD_HEADER = 'x-admin-password';

/** Of the answer of GET /api/health, what staff see. */
export interface HealthReport {
  /** When a whole backup was last read again, ISO 8601; null when none ever was. */
  details: { backup: { lastProvenAt: string | null } };
}

/** POST /api/admin/session; 401 with a wrong password. DELETE signs out, GET tells whether one is open. */
export interface OpenStaffSessionRequest {
  password: string;
  /** Of the producer, for the record of what staff do. */
  name?: string | null;
}

/** Answer of GET and POST /api/admin/session. */
export interface StaffSession {
  /** When the session ends unless it is used before, ISO 8601. */
  expiresAt: string;
  /** The same as a time from now: the browser's clock may be wrong. */
  expiresInSeconds: number;
  /** As the producer gave it, null when they did not. */
  name: string | null;
}

/** Header that carries the password in place of the session cookie. */
export const STAFF_PASSWORD_HEADER = 'x-admin-password';

/** Of the answer of GET /api/health, what staff see. */
export interface HealthReport {
  /** When a whole backup was last read again, ISO 8601; null when none ever was. */
  details: { backup: { lastProvenAt: string | null } };
}

/** POST /api/admin/session; 401 with a wrong password. DELETE signs out, GET tells whether one is open. */
export interface OpenStaffSessionRequest {
  password: string;
}

/** Answer of GET and POST /api/admin/session. */
export interface StaffSession {
  /** When the session ends unless it is used before, ISO 8601. */
  expiresAt: string;
}

/** Header that carries the password in place of the session cookie. */
export const STAFF_PASSWORD_HEADER = 'x-admin-password';

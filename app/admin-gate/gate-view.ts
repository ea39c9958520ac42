import type { StaffSession } from '../../api/contract/staff.js';

/**
 * What the gate shows. `closed` has nothing behind it; `ended` covers a page whose session has run out,
 * which stays behind it as it was left.
 */
export type GateView = 'checking' | 'unreachable' | 'closed' | 'ended' | 'open';

export interface GateFacts {
  /** Null when signed out, undefined as long as the server has not told. */
  session: StaffSession | null | undefined;
  /** The session that a call answered 401 has shown to be over. */
  endedSession: StaffSession | null;
  /** The server could not be asked. */
  hasFailed: boolean;
}

export function gateView({ session, endedSession, hasFailed }: GateFacts): GateView {
  if (session) return session === endedSession ? 'ended' : 'open';
  if (session === null) return 'closed';
  return hasFailed ? 'unreachable' : 'checking';
}

import type { StaffSession } from '../../api/contract/staff/staff.js';
import { STAFF_CHANGES_API } from '../../api/contract/staff/audit.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ScreenServer } from './screen-server.js';

export const SESSION = 'GET /api/admin/session';
export const CHANGES = `GET ${STAFF_CHANGES_API}`;
/** What a server says that knows of no session. */
export const REFUSED = { status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } };

export function aSession(changes: Partial<StaffSession> = {}): StaffSession {
  return { name: 'Mara', expiresAt: '2100-01-01T00:00:00.000Z', expiresInSeconds: 1_800, ...changes };
}

/** A server at which a producer is signed in already, in a browser that keeps nothing of an earlier spec. */
export function signedInServer(): ScreenServer {
  localStorage.clear();
  localStorage.setItem('staff-name', 'Mara');
  toastStore.clear();
  return new ScreenServer().on(SESSION, { body: aSession() }).on(CHANGES, { body: { last: 1 } });
}

/** To a change that is made, though the public pages could not follow yet. */
export const PUBLISHED_LATER = {
  status: 503,
  body: { code: 'publishing_failed', message: 'Your change is saved. We keep trying.' },
};

/** Whether a screen reader says it by itself when it appears. */
export function isReadOut(element: Element): boolean {
  return element.closest('output, [aria-live], [role=status], [role=alert]') !== null;
}

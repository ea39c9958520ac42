import { render, screen, within } from '@testing-library/react';
import type { AdminUser } from '../../api/contract/staff/admin-participants.js';
import AdminIsland from '../admin/admin.island.js';
import type { StaffIslandProps } from '../admin-gate/admin-gate.js';
import type { ScreenServer } from './screen-server.js';
import { signedInServer } from './staff-screen.js';

export const USERS = 'GET /api/admin/all-users';
export const SUMMARY = 'GET /api/admin/photo-summary';
export const SENDERS = 'GET /api/admin/senders';
export const AUDIT = 'GET /api/admin/audit';
export const URGENT = 'GET /api/admin/urgent';
export const SOUND = 'GET /api/admin/consent-sound';
export const HEALTH = 'GET /api/health';
export const NIGHTLY_LOOK = 'GET /api/admin/nightly-look';
export const ELSEWHERE = 'GET /api/admin/elsewhere';
export const KEEPING = 'GET /api/admin/keeping';
export const PERIODS = { unsubmitted: 12, answers: 36, publicUploads: 36, audit: 36 };

/** The server of /admin with these people, and nothing else in it. */
export function adminServer(users: AdminUser[]): ScreenServer {
  return signedInServer()
    .on(USERS, { body: users })
    .on(SUMMARY, { body: [] })
    .on(SENDERS, { body: [] })
    .on(URGENT, { body: [] })
    .on(SOUND, { body: { sound: null } })
    .on(HEALTH, { body: { details: { backup: { lastProvenAt: null } } } })
    .on(NIGHTLY_LOOK, { body: { at: null, isOld: false, findings: [], more: 0 } })
    .on(ELSEWHERE, { body: { places: [], removals: [] } })
    .on(KEEPING, { body: { periods: PERIODS, due: [], lastNight: null } })
    .on(AUDIT, { body: { entries: [], nextBefore: null } })
    .on('GET /api/admin/audit/producers', { body: ['Jo', 'Mara'] });
}

/** @param path with the fragment of a photo where one is shown alone */
export async function openAdmin(server: ScreenServer, path = '/admin', settings?: StaffIslandProps): Promise<void> {
  await server.open(path);
  render(<AdminIsland {...(settings ?? { staffAccounts: false })} />);
  await screen.findByRole('heading', { name: 'Admin Dashboard' });
}

export const section = (name: string) => within(screen.getByRole('region', { name }));
export const allUsers = () => section('All Users');

/** The names of the people in a table, in their order. */
export function namesIn(sectionName: string): string[] {
  return section(sectionName)
    .queryAllByRole('rowheader')
    .map((cell) => cell.querySelector('span')?.textContent ?? '');
}

/** The row of a person in a table. */
export async function rowOf(name: string, sectionName = 'All Users') {
  await screen.findByRole('region', { name: sectionName });
  return within(await section(sectionName).findByRole('row', { name: new RegExp(`^${name}`) }));
}

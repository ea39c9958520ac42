import { jest } from '@jest/globals';
import { cleanup, waitFor } from '@testing-library/react';
import {
  adminServer,
  AUDIT,
  ELSEWHERE,
  KEEPING,
  namesIn,
  openAdmin,
  SENDERS,
  SUMMARY,
  URGENT,
  USERS,
} from '../testing/admin-screen.js';
import { STAFF_CHANGES_API } from '../../api/contract/staff/audit.js';
import { aPerson } from '../testing/person-for-specs.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { CHANGES } from '../testing/staff-screen.js';

const ANNA = aPerson({});
const MATEO = aPerson({ id: 'p2', firstName: 'Mateo', lastName: 'Ruiz', email: 'mateo@example.org' });
let server: ScreenServer;
const reads = (list: string) => server.received.filter(({ call }) => call === list).length;

const { setTimeout: setLater } = globalThis;
/** None is waited for that is as long as this. */
function leaveOutWaits(longMs: number, onWait?: () => void): void {
  const setSoon = (run: () => void, ms?: number) => {
    if (ms === longMs) onWait?.();
    return setLater(run, ms === longMs ? 0 : ms);
  };
  globalThis.setTimeout = setSoon as typeof setTimeout;
}

afterEach(async () => {
  jest.restoreAllMocks();
  globalThis.setTimeout = setLater;
  cleanup();
  await server.close();
});

it('shows in a list what somebody else has changed, and reads nothing again while nobody has', async () => {
  server = adminServer([ANNA]);
  await openAdmin(server);
  await waitFor(() => expect(namesIn('All Users')).toEqual(['Anna Berg']));
  await waitFor(() => expect(reads(CHANGES)).toBeGreaterThan(1));
  expect(reads(USERS)).toBe(1);
  server.on(USERS, { body: [ANNA, MATEO] }).on(CHANGES, { body: { last: 2 } });
  await waitFor(() => expect(namesIn('All Users')).toHaveLength(2));
  const asked = server.received.filter(({ call }) => call === CHANGES).map(({ query }) => query.get('after'));
  expect(asked.slice(0, 2)).toEqual([null, '1']);
});

it('reads everything again that shows what others of the team do', async () => {
  server = adminServer([ANNA]);
  await openAdmin(server);
  await waitFor(() => expect(reads(CHANGES)).toBeGreaterThan(1));
  server.on(CHANGES, { body: { last: 2 } });
  const lists = [USERS, SUMMARY, SENDERS, ELSEWHERE, KEEPING, AUDIT, URGENT];
  await waitFor(() => expect(lists.filter((list) => reads(list) < 2)).toEqual([]));
});

it('shows what was changed while it could not be told of changes', async () => {
  server = adminServer([ANNA]);
  let waits = 0;
  leaveOutWaits(5_000, () => waits++);
  await openAdmin(server);
  await waitFor(() => expect(reads(CHANGES)).toBeGreaterThan(0));
  server.on(CHANGES, { status: 500 });
  const before = reads(CHANGES);
  await waitFor(() => expect(reads(CHANGES)).toBeGreaterThan(before + 1));
  expect(waits).toBeGreaterThan(0);
  server.on(USERS, { body: [ANNA, MATEO] }).on(CHANGES, { body: { last: 2 } });
  await waitFor(() => expect(namesIn('All Users')).toHaveLength(2));
});

it('asks no more once its page is gone', async () => {
  server = adminServer([ANNA]).on(CHANGES, () => new Promise(() => {}));
  const asked = jest.spyOn(globalThis, 'fetch');
  await openAdmin(server);
  await waitFor(() => expect(reads(CHANGES)).toBe(1));
  cleanup();
  const signals = asked.mock.calls.filter(([path]) => path === STAFF_CHANGES_API).map(([, init]) => init?.signal);
  expect(signals).toMatchObject([{ aborted: true }]);
});

it('asks for no changes while the page is out of sight, and goes on once it is seen', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  let looks = 0;
  leaveOutWaits(1_000, () => looks++);
  server = adminServer([ANNA]);
  await openAdmin(server);
  await waitFor(() => expect(looks).toBeGreaterThan(2));
  expect(reads(CHANGES)).toBe(0);
  visibility.mockReturnValue('visible');
  await waitFor(() => expect(reads(CHANGES)).toBeGreaterThan(0));
});

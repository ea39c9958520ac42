import { cleanup, waitFor } from '@testing-library/react';
import { adminServer, namesIn, openAdmin, USERS } from '../testing/admin-screen.js';
import { aPerson } from '../testing/person-for-specs.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { CHANGES } from '../testing/staff-screen.js';

const ANNA = aPerson({});
const MATEO = aPerson({ id: 'p2', firstName: 'Mateo', lastName: 'Ruiz', email: 'mateo@example.org' });
let server: ScreenServer;

afterEach(async () => {
  cleanup();
  await server.close();
});

it('shows in a list what somebody else has changed, and reads nothing again while nobody has', async () => {
  server = adminServer([ANNA]);
  await openAdmin(server);
  await waitFor(() => expect(namesIn('All Users')).toEqual(['Anna Berg']));
  const looks = () => server.received.filter(({ call }) => call === CHANGES).length;
  const reads = () => server.received.filter(({ call }) => call === USERS).length;
  await waitFor(() => expect(looks()).toBeGreaterThan(1));
  expect(reads()).toBe(1);
  server.on(USERS, { body: [ANNA, MATEO] }).on(CHANGES, { body: { last: 2 } });
  await waitFor(() => expect(namesIn('All Users')).toHaveLength(2));
  expect(server.received.findLast(({ call }) => call === CHANGES)?.query.get('after')).toBe('1');
});

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ScreenServer } from '../testing/screen-server.js';
import { aSession } from '../testing/staff-screen.js';
import AdminLinkIsland from './admin-link.island.js';

const USE = 'POST /api/admin/session/link/use';
const EXPIRED = 'This link does not work any more. Each link works once, within 15 minutes.';
let server: ScreenServer;

beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
});
afterEach(() => {
  cleanup();
  return server.close();
});

const open = async (fragment: string) => {
  await server.open(`/admin-link${fragment}`);
  render(<AdminLinkIsland />);
};
const press = async (name = 'Sign in') => userEvent.click(await screen.findByRole('button', { name }));

it('a mailed link is used by a press alone, and leaves the address at once', async () => {
  server.on(USE, { body: { ...aSession(), page: 'admin3' } });
  await open('#link=t0ken');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(location.hash).toBe('');
  expect(server.received).toEqual([]);
  await press();
  await waitFor(() => expect(visited).toEqual(['/admin3']));
  expect(server.received.map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
  // Until the other page is there.
  expect(screen.getByRole('button', { name: 'Signing in…' })).toBeTruthy();
});

it('a mailed link leads to no other page than those of staff', async () => {
  server.on(USE, { body: { ...aSession(), page: '/elsewhere.example.org' } });
  await open('#link=t0ken');
  await press();
  await waitFor(() => expect(visited).toEqual(['/admin']));
});

it.each([410, 400])('a link that is used, too old or not whole leads to a new one (%d)', async (status) => {
  server.on(USE, { status, body: { code: 'link_expired', message: 'Gone' } });
  await open('#link=t0ken');
  await press();
  await screen.findByText(EXPIRED);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/admin');
});

it.each(['', '#', '#something'])('an address without a link says the same: %j', async (fragment) => {
  await open(fragment);
  await screen.findByText(EXPIRED);
});

it('a link may still work when the server was away', async () => {
  server.on(USE, 'cut');
  await open('#link=t0ken');
  await press();
  await screen.findByText(/^The server cannot be reached right now. Your link has not been used up/);
  server.on(USE, { body: { ...aSession(), page: 'admin' } });
  await press('Try again');
  await waitFor(() => expect(visited).toEqual(['/admin']));
});

it('a link says in the words of the server when too many were tried', async () => {
  server.on(USE, { status: 429, body: { code: 'too_many_requests', message: 'Please try again in 9 minutes.' } });
  await open('#link=t0ken');
  await press();
  await screen.findByText('Please try again in 9 minutes.');
});

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AppIsland } from '../shared/ui/app-island.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ScreenServer } from '../testing/screen-server.js';
import { LinkWhileSignedIn } from './sign-in.js';

const LINK = { maskedEmail: 'b•••@example.org', isSignedIn: false, isEmailProven: true };
let server: ScreenServer;

beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
});
afterEach(() => {
  toastStore.clear();
  return server.close();
});

const open = async (address: string) => {
  await server.open(address);
  render(
    <AppIsland>
      <p>The interview</p>
      <LinkWhileSignedIn email="anna@example.org" />
    </AppIsland>,
  );
};
const uses = () => server.received.filter(({ call }) => call === 'POST /api/auth/link');

describe('a mailed link where somebody is signed in', () => {
  it('is not there without its fragment', async () => {
    await open('/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.received).toEqual([]);
  });

  it('proves the e-mail of its own person without a question', async () => {
    server.on('POST /api/auth/link/preview', { body: { ...LINK, isSignedIn: true, isEmailProven: false } });
    server.on('POST /api/auth/link', { body: { nextUrl: '/' } });
    await open('/#signin=t0ken');
    await screen.findAllByText('Your e-mail is confirmed');
    expect(uses().map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(visited).toEqual([]);
  });

  it('that was asked for on another page leads back there', async () => {
    server.on('POST /api/auth/link/preview', { body: { ...LINK, isSignedIn: true, isEmailProven: false } });
    server.on('POST /api/auth/link', { body: { nextUrl: '/my-story' } });
    await open('/#signin=t0ken');
    await waitFor(() => expect(visited).toEqual(['/my-story']));
    expect(screen.queryByText('Your e-mail is confirmed')).toBeNull();
  });

  it('is not used up where its person has proven the e-mail before', async () => {
    server.on('POST /api/auth/link/preview', { body: { ...LINK, isSignedIn: true } });
    await open('/#signin=t0ken');
    await waitFor(() => expect(server.received).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(uses()).toEqual([]);
  });

  it('of another person asks first, and changes over only when the button is pressed', async () => {
    server.on('POST /api/auth/link/preview', { body: LINK });
    server.on('POST /api/auth/link', { body: { nextUrl: '/' } });
    await open('/#signin=t0ken');
    await screen.findByText(/In this browser anna@example.org is signed in. Press the button/);
    expect(location.hash).toBe('');
    expect(uses()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in and continue' }));
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('that has expired lets whoever is signed in go on', async () => {
    server.on('POST /api/auth/link/preview', { status: 410, body: { message: 'Gone', code: 'link_gone' } });
    await open('/#signin=old');
    await screen.findByText('In this browser anna@example.org is signed in, and can go on.');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('The interview')).toBeTruthy();
  });

  it('does nothing when its window is closed', async () => {
    server.on('POST /api/auth/link/preview', { body: LINK });
    await open('/#signin=t0ken');
    await screen.findByRole('dialog', { name: 'Continue your story' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(uses()).toEqual([]);
  });
});

import { jest } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { STAFF_PRESENCE_INTERVAL_MS } from '../../api/contract/common/screen-numbers.js';
import { hasDraft, keepDraft } from '../shared/drafts/form-drafts.js';
import { createQueryClient } from '../shared/http/query-client.js';
import { SENDING_EVENT } from '../shared/http/send-body.js';
import { Toaster } from '../shared/ui/toaster.js';
import { Dialog } from '../shared/ui/dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import type { Reply, ScreenServer } from '../testing/screen-server.js';
import { aSession, REFUSED, SESSION, signedInServer } from '../testing/staff-screen.js';
import { AdminGate } from './admin-gate.js';
import type { StaffPage } from './gate.messages.js';

const SIGN_IN = 'POST /api/admin/session';
const SIGN_OUT = 'DELETE /api/admin/session';
const LIST = 'GET /api/admin/list';
const ENDED = 'Your session has ended. Sign in again to go on; what you have typed is still here.';
let server: ScreenServer;

/** A staff page with a field to type in and something to read from the server. */
function PageForSpecs() {
  const list = useQuery<string[]>({ queryKey: ['/api/admin/list'], enabled: false });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Words" />
      <p>{list.data}</p>
      <button type="button" onClick={() => void list.refetch()}>
        Read the list
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Edit video">
        <button type="button" onClick={() => void list.refetch()}>
          Save
        </button>
      </Dialog>
    </>
  );
}

function Screen({ page = 'admin', staffAccounts = false }: { page?: StaffPage; staffAccounts?: boolean }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AdminGate page={page} staffAccounts={staffAccounts}>
        <PageForSpecs />
      </AdminGate>
      <Toaster />
    </QueryClientProvider>
  );
}

async function openGate(page: StaffPage = 'admin') {
  await server.open(`/${page}`);
  render(<Screen page={page} />);
}

async function signIn(password = 'secret') {
  await userEvent.type(await screen.findByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** What another tab of this browser has kept or forgotten. */
const inOtherTab = (key: string, newValue: string | null) =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })));

/** The browser puts the page aside as it is, or comes back to it. */
const tell = (type: 'pagehide' | 'pageshow') =>
  act(() => void dispatchEvent(Object.assign(new Event(type), { persisted: true })));

const calls = () => server.received.map(({ call }) => call);
const timesAsked = () => calls().filter((call) => call === SESSION).length;
const signOutElsewhere = () => inOtherTab('staff-signed-out-at', '2026-03-01T00:00:00.000Z');
const readList = async () => userEvent.click(await screen.findByRole('button', { name: 'Read the list' }));

/** Lets the open page ask for its session, by `press`. @returns what gives the answer */
async function askAtLength(press: () => unknown) {
  await screen.findByLabelText('Words');
  const { promise, resolve } = Promise.withResolvers<Reply>();
  server.on(SESSION, () => promise);
  await act(async () => void (await press()));
  await waitFor(() => expect(timesAsked()).toBe(2));
  return resolve;
}

beforeEach(() => {
  server = signedInServer();
  localStorage.removeItem('staff-name');
});
afterEach(() => {
  jest.restoreAllMocks();
  return server.close();
});

describe('the gate without a session', () => {
  beforeEach(() => server.on(SESSION, REFUSED));

  it('says that it checks, and then asks for the name and the password', async () => {
    await openGate();
    expect(screen.getByText('Checking whether you are signed in…')).toBeTruthy();
    expect(await screen.findByLabelText('Password')).toBe(document.activeElement);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Access');
    expect(screen.getByText(/^For the production team\. You stay signed in for 30 minutes/)).toBeTruthy();
    expect(screen.getByLabelText('Your name')).toHaveProperty('value', '');
    expect(screen.queryByLabelText('Words')).toBeNull();
  });

  it('is filled in by the browser that keeps names and passwords', async () => {
    await openGate();
    expect(await screen.findByLabelText('Password')).toHaveProperty('autocomplete', 'current-password');
    expect(screen.getByLabelText('Your name')).toHaveProperty('autocomplete', 'name');
  });

  it('says that a password is wrong, and takes the next one', async () => {
    server.on(SIGN_IN, REFUSED);
    await openGate();
    await signIn('wrong');
    await waitFor(() => expect(screen.getAllByText('Invalid password')).toHaveLength(2));
    expect(screen.getByText('Access denied')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'wrong'.length]);
    expect(localStorage.getItem('staff-name')).toBeNull();
    server.on(SIGN_IN, { body: aSession({ name: null }) });
    await userEvent.clear(field);
    await userEvent.type(field, 'right{Enter}');
    await screen.findByRole('heading', { name: 'Admin Dashboard' });
    expect(server.received.at(-1)?.body).toEqual({ password: 'right', name: '' });
  });

  it('says in the words of the server how long nobody can try', async () => {
    const message = 'Too many wrong passwords. Please try again in 12 minutes.';
    server.on(SIGN_IN, { status: 429, body: { code: 'too_many_requests', message } });
    await openGate('admin3');
    await signIn('wrong');
    await screen.findByText(message);
    expect(screen.getByText('Access Denied')).toBeTruthy();
  });

  it('does not blame the password for a server that is away', async () => {
    server.on(SIGN_IN, 'cut');
    await openGate();
    await signIn();
    await screen.findByText(/^The server cannot be reached right now/);
    expect(screen.queryByText('Access denied')).toBeNull();
  });

  it('opens the page, keeps the name for the next time and moves the focus to the heading', async () => {
    server.on(SIGN_IN, { body: aSession() });
    await openGate();
    await userEvent.type(await screen.findByLabelText('Your name'), ' Mara ');
    await signIn();
    const heading = await screen.findByRole('heading', { name: 'Admin Dashboard' });
    expect(document.activeElement).toBe(heading);
    expect(server.received.at(-1)).toMatchObject({ call: SIGN_IN, body: { password: 'secret', name: 'Mara' } });
    expect(screen.getByText('Signed in as Mara')).toBeTruthy();
    expect(screen.getByText('Access granted')).toBeTruthy();
    expect(screen.getByLabelText('Words')).toBeTruthy();
    expect(localStorage.getItem('staff-name')).toBe('Mara');
  });

  it('shows the password where the page offers that', async () => {
    await openGate('admin2');
    await userEvent.click(await screen.findByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password');
  });
});

describe('the gate of a server that cannot be reached', () => {
  it('says so, and asks again at a press', async () => {
    server.on(SESSION, 'cut');
    await openGate();
    await screen.findByText(/^The server cannot be reached right now/);
    expect(screen.queryByLabelText('Password')).toBeNull();
    server.on(SESSION, { body: aSession() });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByLabelText('Words');
  });
});

describe('an open staff page', () => {
  it('is not asked about again, and leads to the three others', async () => {
    await openGate('admin2');
    await screen.findByRole('heading', { name: 'Redirect Management Dashboard' });
    const pages = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')]);
    expect(pages).toEqual([
      ['People', null],
      ['Redirects', 'page'],
      ['Videos', null],
      ['Export', null],
    ]);
  });

  it('gives the page back as it was after its session has ended', async () => {
    await openGate();
    await userEvent.type(await screen.findByLabelText('Words'), 'not saved');
    jest.replaceProperty(globalThis, 'scrollY', 700);
    const scrolled = jest.spyOn(globalThis, 'scrollTo');
    server.on(SESSION, REFUSED).on(LIST, REFUSED).on(SIGN_IN, { body: aSession() });
    await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));
    await screen.findByText(ENDED);
    expect(screen.getByRole('dialog', { name: 'Admin Access' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Access' })).toBeTruthy();
    expect(screen.queryByLabelText('Words')).toBeNull();
    expect(document.body.textContent).not.toContain('Signed in as Mara');
    await signIn();
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', 'not saved');
    expect(screen.queryByText(ENDED)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Read the list' })));
    expect(scrolled).toHaveBeenLastCalledWith({ top: 700, behavior: 'instant' });
  });

  it('keeps a dialog from a key that is pressed the moment the gate is drawn', async () => {
    await openGate();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    server.on(SESSION, REFUSED).on(LIST, REFUSED).on(SIGN_IN, { body: aSession() });
    const drawn = new MutationObserver(() => {
      if (!document.body.textContent.includes(ENDED)) return;
      drawn.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    });
    drawn.observe(document.body, { childList: true, subtree: true });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(ENDED);
    await signIn();
    await screen.findByRole('dialog', { name: 'Edit video' });
  });

  it('shows nothing of it to another producer who signs in over an ended session', async () => {
    await openGate();
    await userEvent.type(await screen.findByLabelText('Words'), 'not saved');
    server.on(SESSION, REFUSED).on(LIST, REFUSED);
    server.on(SIGN_IN, { body: aSession({ name: 'Jo' }) });
    await userEvent.click(screen.getByRole('button', { name: 'Read the list' }));
    await signIn();
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', '');
  });

  it('warns before the end, and stays open for whoever says so', async () => {
    server.on(SESSION, { body: aSession({ expiresInSeconds: 60 }) });
    await openGate();
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toMatch(/^You will be signed out in about \d+ minutes/);
    server.on(SESSION, { body: aSession() });
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('counts its session from when it asked, however late the answer comes', async () => {
    await openGate();
    const askedAt = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(askedAt);
    const answer = await askAtLength(() => document.dispatchEvent(new Event('visibilitychange')));
    clock.mockReturnValue(askedAt + 5_000);
    answer({ body: aSession({ expiresInSeconds: 1_000 }) });
    await waitFor(() => expect(localStorage.getItem('staff-session-ends-at')).toBe(`${askedAt + 1_000_000}`));
  });

  it('says when no press can make the session longer', async () => {
    server.on(SESSION, { body: aSession({ expiresInSeconds: 60 }) });
    await openGate();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }));
    await screen.findByText(/^A session lasts 8 hours at most/);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
  });

  it('stays open in a browser that has no room left for the end of its session', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openGate();
    const field = await screen.findByLabelText('Words');
    // Whatever is done on the page, it looks at once whether its session is over.
    await userEvent.type(field, 'kept');
    expect(screen.queryByText(ENDED)).toBeNull();
    expect(field).toHaveProperty('value', 'kept');
  });

  it('closes by itself when its time is over, and ends what is left of the session', async () => {
    server.on(SESSION, { body: aSession({ expiresInSeconds: 60 }) }).on(SIGN_OUT, { status: 204 });
    await openGate();
    await screen.findByLabelText('Words');
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
    await screen.findByText(ENDED);
    await waitFor(() => expect(calls()).toContain(SIGN_OUT));
  });

  it('goes, with everything typed, when somebody signs out', async () => {
    server.on(SIGN_OUT, { status: 204 });
    localStorage.setItem('staff-name', 'Mara');
    await openGate();
    await screen.findByLabelText('Words');
    keepDraft('video:1', 'typed', 'saved');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByLabelText('Password');
    expect(screen.getByText(/^For the production team/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(hasDraft('video:1')).toBe(false);
  });

  it('forgets at signing out what was read', async () => {
    server
      .on(SIGN_OUT, { status: 204 })
      .on(LIST, { body: ['Anna Berg'] })
      .on(SIGN_IN, { body: aSession() });
    await openGate();
    await readList();
    await screen.findByText('Anna Berg');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await signIn();
    await screen.findByLabelText('Words');
    expect(screen.queryByText('Anna Berg')).toBeNull();
  });

  it('stays open, and says so, when signing out fails', async () => {
    server.on(SIGN_OUT, { status: 500, body: { code: 'internal', message: 'Oh' } });
    await openGate();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await screen.findByText('Sign Out Failed');
    expect(screen.getByText('You are still signed in. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText('Words')).toBeTruthy();
  });

  it('closes when somebody signs out in another tab, and forgets what was read', async () => {
    server.on(LIST, { body: ['Anna Berg'] }).on(SIGN_IN, { body: aSession() });
    await openGate();
    await readList();
    await screen.findByText('Anna Berg');
    keepDraft('video:1', 'typed', 'saved');
    signOutElsewhere();
    await screen.findByText(/^For the production team/);
    expect(screen.queryByLabelText('Words')).toBeNull();
    expect(hasDraft('video:1')).toBe(false);
    await signIn();
    await screen.findByLabelText('Words');
    expect(screen.queryByText('Anna Berg')).toBeNull();
  });

  it('is closed when somebody has signed out in another tab while the browser had put it aside', async () => {
    server.on(SIGN_IN, { body: aSession() });
    await openGate();
    await userEvent.type(await screen.findByLabelText('Words'), 'not saved');
    tell('pagehide');
    localStorage.setItem('staff-signed-out-at', '2026-03-01T00:00:00.000Z');
    server.on(SESSION, REFUSED);
    tell('pageshow');
    await screen.findByText(/^For the production team/);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(ENDED)).toBeNull();
    await signIn();
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', '');
  });

  it('has nothing in it that was told when the browser puts it aside', async () => {
    await openGate();
    await screen.findByLabelText('Words');
    act(() => toast({ title: 'Anna Berg is corrected.' }));
    await screen.findByText('Anna Berg is corrected.');
    tell('pagehide');
    expect(document.body.textContent).not.toContain('Anna Berg');
    expect(screen.queryByLabelText('Words')).toBeNull();
    tell('pageshow');
    await screen.findByLabelText('Words');
  });

  it('stays closed when what was asked before tells of an open session later', async () => {
    server.on(SIGN_IN, REFUSED);
    await openGate();
    const answer = await askAtLength(() => document.dispatchEvent(new Event('visibilitychange')));
    signOutElsewhere();
    answer({ body: aSession() });
    await signIn('wrong');
    await waitFor(() => expect(screen.getAllByText('Invalid password')).toHaveLength(2));
    expect(localStorage.getItem('staff-session-ends-at')).toBeNull();
  });

  it('stays open for the next session when what was asked before it fails later', async () => {
    server.on(LIST, REFUSED).on(SIGN_IN, { body: aSession() });
    await openGate();
    const answer = await askAtLength(readList);
    signOutElsewhere();
    await signIn();
    answer('cut');
    server.on(LIST, { body: ['Anna Berg'] });
    await readList();
    await screen.findByText('Anna Berg');
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it('closes when a call is refused and the server cannot say that its session is open', async () => {
    await openGate();
    await screen.findByLabelText('Words');
    server.on(LIST, REFUSED).on(SESSION, 'cut');
    await readList();
    await screen.findByText(ENDED);
  });

  it.each(['pointerdown', 'keydown', 'wheel', 'timeupdate', SENDING_EVENT])(
    'keeps its session for whoever is at work on it: %s',
    async (sign) => {
      await openGate();
      const field = await screen.findByLabelText('Words');
      const { now } = Date;
      fireEvent(field, new Event(sign));
      expect(timesAsked()).toBe(1);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + STAFF_PRESENCE_INTERVAL_MS);
      fireEvent(field, new Event(sign));
      await waitFor(() => expect(timesAsked()).toBe(2));
    },
  );

  it('asks whether the session is still open when somebody comes back to its tab, and not when they leave it', async () => {
    await openGate();
    await screen.findByLabelText('Words');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    visibility.mockReturnValue('visible');
    server.on(SESSION, REFUSED);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await screen.findByText(ENDED);
    expect(timesAsked()).toBe(2);
    expect(screen.queryByLabelText('Words')).toBeNull();
  });

  it('is covered when the session ends in another tab, and comes back with the next', async () => {
    await openGate();
    await userEvent.type(await screen.findByLabelText('Words'), 'kept');
    act(() => toast({ title: 'Anna Berg is corrected.' }));
    await screen.findByText('Anna Berg is corrected.');
    inOtherTab('staff-session-ends-at', null);
    await screen.findByText(ENDED);
    expect(screen.queryByText('Anna Berg is corrected.')).toBeNull();
    inOtherTab('staff-session-ends-at', '1');
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', 'kept');
  });
});

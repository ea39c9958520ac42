import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { STAFF_LINK_SENT } from '../../api/contract/common/wordings.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { givesUp, SIGN_IN_OPTIONS, standInForPasskeys, takePasskeysAway } from '../testing/passkeys.js';
import type { ScreenServer } from '../testing/screen-server.js';
import { aSession, REFUSED, SESSION, signedInServer } from '../testing/staff-screen.js';
import { AdminGate } from './admin-gate.js';
import { GATE_TEXTS, type StaffPage } from './gate.messages.js';

const LINK = 'POST /api/admin/session/link';
const OPTIONS = 'POST /api/admin/session/passkey/options';
const PASSKEY = 'POST /api/admin/session/passkey';
const ENDED = 'Your session has ended. Sign in again to go on; what you have typed is still here.';
const NOT_USED = 'No passkey was used. You can try again, or have a link mailed to you.';
let server: ScreenServer;

beforeEach(() => {
  server = signedInServer().on(SESSION, REFUSED);
  localStorage.removeItem('staff-name');
  standInForPasskeys(() => Promise.resolve());
});
afterEach(() => {
  cleanup();
  takePasskeysAway();
  return server.close();
});

async function openGate(page: StaffPage = 'admin') {
  await server.open(`/${page}`);
  render(
    <AppIsland>
      <AdminGate page={page} staffAccounts>
        <input aria-label="Words" />
      </AdminGate>
    </AppIsland>,
  );
}

const askForLink = async (email: string) =>
  userEvent.type(await screen.findByLabelText('Your e-mail'), `${email}{Enter}`);
const pressPasskey = async () => userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
const sent = () => server.received.filter(({ call }) => call.startsWith('POST'));
const inOtherTab = (newValue: string | null) =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'staff-session-ends-at', newValue })));

describe.each(Object.entries(GATE_TEXTS))('the gate of /%s where producers have accounts', (page, texts) => {
  it('asks for an e-mail or a passkey under its own words, and for no password', async () => {
    await openGate(page as StaffPage);
    expect(await screen.findByLabelText('Your e-mail')).toBe(document.activeElement);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(texts.title);
    expect(screen.getByText(/^For the production team\. You stay signed in for 30 minutes/)).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Mail me a sign-in link',
      'Sign in with a passkey',
    ]);
    expect(document.querySelector('input[type=password]')).toBeNull();
    expect(screen.queryByLabelText('Your name')).toBeNull();
  });

  it('opens with a passkey, and says so as it always does', async () => {
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS }).on(PASSKEY, { body: aSession() });
    await openGate(page as StaffPage);
    await pressPasskey();
    expect(await screen.findByRole('heading', { name: texts.heading })).toBe(document.activeElement);
    await screen.findByText(texts.granted.title);
    expect(screen.getByText('Signed in as Mara')).toBeTruthy();
    expect(sent().map(({ call }) => call)).toEqual([OPTIONS, PASSKEY]);
    expect(sent()[1]?.body).toMatchObject({ response: { id: 'AQID', type: 'public-key' } });
    // Drafts are kept under the name of the account.
    expect(localStorage.getItem('staff-name')).toBe('Mara');
  });
});

describe('a mailed link', () => {
  it('is asked for with the page it shall open, and the answer tells nobody who has an account', async () => {
    server.on(LINK, { status: 202, body: { message: STAFF_LINK_SENT } });
    await openGate('admin3');
    await askForLink(' mara@example.org ');
    await screen.findByText(
      `If this address belongs to a producer, a link is on its way. It works once, for 15 minutes. Once it is used in this browser, this page opens by itself.`,
    );
    expect(sent()[0]?.body).toEqual({ email: 'mara@example.org', page: 'admin3' });
    expect(screen.getByLabelText('Your e-mail')).toHaveProperty('value', 'mara@example.org');
  });

  it('is not asked for with half an address', async () => {
    await openGate();
    await askForLink('mara');
    const field = screen.getByLabelText('Your e-mail');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
    await userEvent.type(field, '@example.org');
    expect(screen.queryByText('Please enter a valid email address.')).toBeNull();
  });

  it('says in the words of the server when too many were asked for', async () => {
    const message = 'Too many links were asked for. Please try again in 12 minutes.';
    server.on(LINK, { status: 429, body: { code: 'too_many_requests', message } });
    await openGate();
    await askForLink('mara@example.org');
    await screen.findByText(message);
  });

  it('blames nobody for a server that is away', async () => {
    server.on(LINK, 'cut');
    await openGate();
    await askForLink('mara@example.org');
    await screen.findByText(/^The server cannot be reached right now/);
  });

  it('that is used in another tab opens this one', async () => {
    await openGate();
    await screen.findByLabelText('Your e-mail');
    server.on(SESSION, { body: aSession() });
    inOtherTab('1');
    await screen.findByLabelText('Words');
  });
});

describe('a passkey', () => {
  it('is not offered where the browser knows none', async () => {
    takePasskeysAway();
    await openGate();
    await screen.findByLabelText('Your e-mail');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  it('waits for its person, and says when they went back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    standInForPasskeys(async () => {
      await promise;
      return givesUp();
    });
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS });
    await openGate();
    await pressPasskey();
    const button = await screen.findByRole('button', { name: 'Waiting for your passkey…' });
    expect(document.activeElement).toBe(button);
    resolve();
    await screen.findByText(NOT_USED);
    expect(sent().map(({ call }) => call)).toEqual([OPTIONS]);
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeTruthy();
    // Whoever then does as they were told has nothing in red before them.
    server.on(LINK, { status: 202, body: { message: STAFF_LINK_SENT } });
    await askForLink('mara@example.org');
    await screen.findByText(/a link is on its way/);
    expect(screen.queryByText(NOT_USED)).toBeNull();
  });

  it('that opens nothing is refused in the words of the server, and the gate stays', async () => {
    const message = 'This passkey opens nothing here.';
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS });
    server.on(PASSKEY, { status: 401, body: { code: 'passkey_refused', message } });
    await openGate();
    await pressPasskey();
    await screen.findByText(message);
    expect(screen.queryByLabelText('Words')).toBeNull();
  });

  it('that the browser cannot use leaves the mailed link', async () => {
    standInForPasskeys(() => Promise.reject(new DOMException('no', 'NotSupportedError')));
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS });
    await openGate();
    await pressPasskey();
    await screen.findByText('This browser could not use a passkey here. Please have a link mailed to you.');
  });

  it('is not blamed for a server that is away', async () => {
    server.on(OPTIONS, 'cut');
    await openGate();
    await pressPasskey();
    await screen.findByText(/^The server cannot be reached right now/);
  });
});

/** Types into the open page, whose session then ends. */
const typeAndEnd = async () => {
  server.on(SESSION, { body: aSession() });
  await openGate();
  await userEvent.type(await screen.findByLabelText('Words'), 'not saved');
  server.on(SESSION, REFUSED);
  inOtherTab(null);
  await screen.findByText(ENDED);
  expect(screen.getByRole('dialog', { name: 'Admin Access' })).toBeTruthy();
  expect(screen.queryByLabelText('Words')).toBeNull();
};

describe('a page that was locked while somebody typed', () => {
  it('comes back with what was typed by a passkey', async () => {
    await typeAndEnd();
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS }).on(PASSKEY, { body: aSession() });
    await pressPasskey();
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', 'not saved');
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it('comes back with what was typed once a mailed link was used in another tab', async () => {
    await typeAndEnd();
    server.on(LINK, { status: 202, body: { message: STAFF_LINK_SENT } });
    await askForLink('mara@example.org');
    await screen.findByText(/^If this address belongs to a producer/);
    server.on(SESSION, { body: aSession() });
    inOtherTab('1');
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', 'not saved');
  });

  it('comes back with what was typed when its tab is looked at again', async () => {
    await typeAndEnd();
    server.on(SESSION, { body: aSession() });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', 'not saved');
  });

  it('shows nothing of it to another producer', async () => {
    await typeAndEnd();
    server.on(OPTIONS, { body: SIGN_IN_OPTIONS }).on(PASSKEY, { body: aSession({ name: 'Jo' }) });
    await pressPasskey();
    expect(await screen.findByLabelText('Words')).toHaveProperty('value', '');
    await waitFor(() => expect(localStorage.getItem('staff-name')).toBe('Jo'));
  });
});

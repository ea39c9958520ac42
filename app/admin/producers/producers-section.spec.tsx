import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Passkey, Producer } from '../../../api/contract/staff/staff.js';
import { adminServer, openAdmin, section } from '../../testing/admin-screen.js';
import { givesUp, PASSKEY_OPTIONS, standInForPasskeys, takePasskeysAway } from '../../testing/passkeys.js';
import type { ScreenServer } from '../../testing/screen-server.js';

const PRODUCERS = 'GET /api/admin/producers';
const ADD = 'POST /api/admin/producers';
const PASSKEYS = 'GET /api/admin/passkeys';
const OPTIONS = 'POST /api/admin/passkeys/options';
const ADD_PASSKEY = 'POST /api/admin/passkeys';
const MARA: Producer = {
  id: 'm',
  name: 'Mara',
  email: 'mara@example.org',
  createdAt: '2026-03-04T15:12:00.000Z',
  lastSignedInAt: '2026-03-05T15:12:00.000Z',
  isYou: true,
};
const JO: Producer = { ...MARA, id: 'j', name: 'Jo', email: 'jo@example.org', lastSignedInAt: null, isYou: false };
const LAPTOP: Passkey = {
  id: 'k',
  label: 'Chrome on Windows',
  createdAt: '2026-03-04T15:12:00.000Z',
  lastUsedAt: null,
};
const FAILURE = { status: 503, body: { code: 'database_away', message: 'Please try again in a moment.' } };
let server: ScreenServer;

beforeEach(() => {
  standInForPasskeys(() => Promise.resolve());
  server = adminServer([])
    .on(PRODUCERS, { body: [MARA, JO] })
    .on(PASSKEYS, { body: [] });
});
afterEach(() => {
  cleanup();
  takePasskeysAway();
  return server.close();
});

const open = () => openAdmin(server, '/admin', { staffAccounts: true });
const producers = () => section('Producers');
const rows = (list: string) => within(producers().getByRole('list', { name: list })).getAllByRole('listitem');
const calls = (start: string) => server.received.filter(({ call }) => call.startsWith(start));
const openAdding = async () => {
  await userEvent.click(await producers().findByText('Add a producer', { selector: 'summary' }));
};
const pressAdd = () => userEvent.click(producers().getByRole('button', { name: 'Add a producer' }));

describe('who may sign in', () => {
  it('is no part of the page where nobody has an account', async () => {
    server = adminServer([]);
    await openAdmin(server);
    expect(screen.queryByRole('region', { name: 'Producers' })).toBeNull();
  });

  it('is listed with the e-mail and when they signed in last', async () => {
    await open();
    await producers().findByText('jo@example.org');
    expect(producers().getByText('2 may sign in')).toBeTruthy();
    const [you, other] = rows('Who may sign in');
    expect(you?.textContent).toMatch(/^Maramara@example\.orgSigned in Mar 5, 2026.*added Mar 4, 2026.*You$/);
    expect(within(you!).queryByRole('button')).toBeNull();
    expect(other?.textContent).toMatch(/^Jojo@example\.orgHas not signed in yetadded Mar 4, 2026.*Remove$/);
  });

  it('says that it could not be read, and reads it again at a press', async () => {
    server.on(PRODUCERS, { status: 500, body: { code: 'internal', message: 'Oh' } });
    await open();
    await producers().findByText('The producers could not be loaded.');
    server.on(PRODUCERS, { body: [MARA] });
    await userEvent.click(producers().getByRole('button', { name: /try again/i }));
    await producers().findByText('only you');
    expect(producers().queryByText('The producers could not be loaded.')).toBeNull();
  });

  it('grows by a name and an e-mail', async () => {
    server.on(PRODUCERS, { body: [MARA] }).on(ADD, { status: 201, body: JO });
    await open();
    await openAdding();
    await userEvent.type(producers().getByLabelText('Name'), ' Jo ');
    await userEvent.type(producers().getByLabelText('E-mail'), ' jo@example.org ');
    server.on(PRODUCERS, { body: [MARA, JO] });
    await pressAdd();
    expect((await screen.findAllByText('Jo may sign in now, and gets a mail about it.')).length).toBeGreaterThan(0);
    expect(calls(ADD).map(({ body }) => body)).toEqual([{ name: 'Jo', email: 'jo@example.org' }]);
    await waitFor(() => expect(rows('Who may sign in')).toHaveLength(2));
    expect(producers().getByLabelText('Name')).toHaveProperty('value', '');
  });

  it('does not grow by half of it', async () => {
    await open();
    await openAdding();
    await userEvent.type(producers().getByLabelText('E-mail'), 'jo');
    await pressAdd();
    expect(producers().getByText('Please enter a name.')).toBeTruthy();
    expect(producers().getByText('Please enter a valid email address.')).toBeTruthy();
    expect(document.activeElement).toBe(producers().getByLabelText('Name'));
    expect(calls(ADD)).toEqual([]);
    await userEvent.keyboard('Jo{Enter}');
    expect(producers().queryByText('Please enter a name.')).toBeNull();
    expect(document.activeElement).toBe(producers().getByLabelText('E-mail'));
    expect(calls(ADD)).toEqual([]);
  });

  it('keeps what was typed when somebody has that address already', async () => {
    const message = 'This address belongs to a producer already.';
    server.on(ADD, { status: 409, body: { code: 'already_producer', message } });
    await open();
    await openAdding();
    await userEvent.type(producers().getByLabelText('Name'), 'Jo');
    await userEvent.type(producers().getByLabelText('E-mail'), 'jo@example.org');
    await pressAdd();
    await producers().findByText(`Failed to add the producer: ${message}`);
    expect(producers().getByLabelText('E-mail')).toHaveProperty('value', 'jo@example.org');
  });

  it('loses somebody once that is confirmed, and the keyboard stays in the list', async () => {
    server.on('DELETE /api/admin/producers/j', { status: 204 });
    await open();
    await userEvent.click(await producers().findByRole('button', { name: 'Remove' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Jo?' }));
    expect(question.getByText(/^Jo \(jo@example\.org\) is signed out at once, everywhere/)).toBeTruthy();
    expect(calls('DELETE')).toEqual([]);
    server.on(PRODUCERS, { body: [MARA] });
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect((await screen.findAllByText('Jo cannot sign in any more.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.activeElement).toBe(rows('Who may sign in')[0]));
    expect(calls('DELETE')).toHaveLength(1);
  });

  it('loses nobody when the question is left, or the server fails', async () => {
    server.on('DELETE /api/admin/producers/j', FAILURE);
    await open();
    const remove = await producers().findByRole('button', { name: 'Remove' });
    await userEvent.click(remove);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(remove));
    expect(calls('DELETE')).toEqual([]);
    await userEvent.click(remove);
    const question = within(await screen.findByRole('alertdialog'));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await producers().findByText('Failed to remove the producer: Please try again in a moment.');
    expect(rows('Who may sign in')).toHaveLength(2);
  });
});

describe('one’s own passkeys', () => {
  it('say what one is for, until there is one', async () => {
    await open();
    await producers().findByText('You have no passkey yet');
    expect(producers().getByText(/^With a passkey you sign in by one press/)).toBeTruthy();
  });

  it('are listed by their device, with when they were added and used', async () => {
    server.on(PASSKEYS, { body: [LAPTOP, { ...LAPTOP, id: 'l', lastUsedAt: '2026-03-06T15:12:00.000Z' }] });
    await open();
    await producers().findAllByText('Chrome on Windows');
    const [first, second] = rows('Your passkeys').map(({ textContent }) => textContent);
    expect(first).toMatch(/^Chrome on WindowsAdded Mar 4, 2026.*not used yetRemove$/);
    expect(second).toMatch(/last used Mar 6, 2026/);
  });

  it('are made by the device, and kept under its name', async () => {
    server.on(OPTIONS, { body: PASSKEY_OPTIONS }).on(ADD_PASSKEY, { status: 201, body: LAPTOP });
    await open();
    const add = await producers().findByRole('button', { name: 'Add a passkey' });
    server.on(PASSKEYS, { body: [LAPTOP] });
    await userEvent.click(add);
    expect((await screen.findAllByText(/^You can sign in with .+ from now on\.$/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(rows('Your passkeys')).toHaveLength(1));
    const [body] = calls('POST /api/admin/passkeys')
      .slice(-1)
      .map((call) => call.body as { label: string });
    expect(body).toMatchObject({ response: { id: 'AQID', type: 'public-key' } });
    expect(body?.label).toMatch(/\w/);
    expect(document.activeElement).toBe(add);
  });

  it.each([
    ['went back', givesUp, 'No passkey was made. You can try again.'],
    [
      'has one here already',
      () => Promise.reject(new DOMException('there', 'InvalidStateError')),
      'There is a passkey of yours on this device already.',
    ],
    ['has a device that fails', () => Promise.reject(new Error('Oh')), 'This browser could not make a passkey.'],
  ])('are not made when their person %s', async (_case, does, text) => {
    standInForPasskeys(does);
    server.on(OPTIONS, { body: PASSKEY_OPTIONS });
    await open();
    await userEvent.click(await producers().findByRole('button', { name: 'Add a passkey' }));
    const status = await producers().findByText(text);
    // Read out, and in view where it was pressed.
    expect([status.tagName, status.previousElementSibling?.textContent]).toEqual(['OUTPUT', 'Add a passkey']);
    expect(calls(ADD_PASSKEY).map(({ call }) => call)).toEqual([OPTIONS]);
  });

  it('are no more than the server allows', async () => {
    const message = 'You have 10 passkeys. Remove one first.';
    server.on(OPTIONS, { status: 409, body: { code: 'too_many_passkeys', message } });
    await open();
    await userEvent.click(await producers().findByRole('button', { name: 'Add a passkey' }));
    await producers().findByText(message);
    expect(calls(ADD_PASSKEY).map(({ call }) => call)).toEqual([OPTIONS]);
  });

  it('are not offered where the browser knows none', async () => {
    takePasskeysAway();
    await open();
    await producers().findByText('This browser knows no passkeys. You sign in by a mailed link here.');
    expect(producers().queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('are removed once that is confirmed, and the keyboard stays there', async () => {
    server.on(PRODUCERS, { body: [MARA] }).on(PASSKEYS, { body: [LAPTOP] });
    server.on('DELETE /api/admin/passkeys/k', { status: 204 });
    await open();
    await userEvent.click(await producers().findByRole('button', { name: 'Remove' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove the passkey Chrome on Windows?' }));
    server.on(PASSKEYS, { body: [] });
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(
      (await screen.findAllByText('The passkey Chrome on Windows opens nothing any more.')).length,
    ).toBeGreaterThan(0);
    await producers().findByText('You have no passkey yet');
    await waitFor(() =>
      expect(document.activeElement).toBe(producers().getByRole('heading', { name: 'Your passkeys' })),
    );
  });
});

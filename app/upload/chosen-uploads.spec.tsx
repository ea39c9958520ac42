import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { CHOSEN_FILE_KEPT_MAX_BYTES } from '../../api/contract/common/screen-numbers.js';
import { ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ANNA } from '../testing/interview-server.js';
import { asksBeforeLeaving } from '../testing/leaving.js';
import { ScreenServer } from '../testing/screen-server.js';
import UploadIsland from './upload.island.js';

const BACK = 'What you chose before is still here. It is not sent yet.';
const FORM = 'POST /api/public/upload';
const NOBODY = { keptUnder: null };
let server: ScreenServer;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  server = new ScreenServer();
  server.on(FORM, { status: 201, body: { received: true } });
  server.on('GET /api/auth/device', { body: NOBODY });
});
afterEach(() => {
  cleanup();
  toastStore.clear();
  return server.close();
});

const signIn = () => {
  server.on('GET /api/auth/device', { body: { id: ANNA.id, keptUnder: ANNA.keptUnder } });
  server.on('GET /api/auth/user', { body: ANNA });
};
const open = async (address = '/upload') => {
  await server.open(address);
  render(<UploadIsland />);
};
/** The page is gone, and loaded anew in its place in the history. */
const reload = async () => {
  const { state } = history as { state: unknown };
  cleanup();
  closeTab();
  leaveAddress();
  await server.open('/upload');
  history.replaceState(state, '');
  render(<UploadIsland />);
};
/** The tab is closed; another one opens the page. */
const openAgain = async (address?: string) => {
  cleanup();
  closeTab();
  leaveAddress();
  history.replaceState(null, '');
  await open(address);
};
const kept = () => new ChosenFileStore().findAll();
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText(/^Choose/), files, { applyAccept: false });
const aFile = (name: string, type = 'image/jpeg') => new File([name], name, { type, lastModified: 1 });
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
/** How often the page has asked who is signed in. */
const countAsked = () => server.received.filter(({ call }) => call === 'GET /api/auth/user').length;
const itemOf = (name: string) => screen.getByRole('listitem', { name });
const wordsOf = (name: string) =>
  within(itemOf(name)).getByRole<HTMLTextAreaElement>('textbox', { name: /^Describe this/ });
const chooseTwo = async () => {
  await choose(aFile('garden.jpg'), aFile('dance.webm', 'video/webm'));
  await userEvent.type(wordsOf('dance.webm'), 'Our last dance');
  await waitFor(async () =>
    expect(await kept()).toMatchObject([
      { name: 'garden.jpg', isWhole: true },
      { name: 'dance.webm', isWhole: true, description: 'Our last dance' },
    ]),
  );
};
const idOf = (body: unknown) => /name="fileId0"\s+(\S+)/.exec(body as string)?.[1];
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit Media' }));

describe('files that were chosen on the upload page and not sent', () => {
  it('are there again with their words and the e-mail after a reload, and are gone here once they have arrived', async () => {
    await open();
    await userEvent.type(email(), 'anna@example.org');
    await chooseTwo();
    await waitFor(() => expect(history.state).toMatchObject({ contactEmail: 'anna@example.org' }));
    expect(screen.queryByText(BACK)).toBeNull();
    await reload();
    await screen.findByText(BACK);
    expect(email().value).toBe('anna@example.org');
    expect(wordsOf('dance.webm').value).toBe('Our last dance');
    await submit();
    await screen.findByRole('heading', { name: 'Thank You!' });
    const sent = server.received.find(({ call }) => call === FORM)!.body as string;
    for (const text of ['anna@example.org', 'garden.jpg', 'dance.webm', 'Our last dance']) expect(sent).toContain(text);
    await waitFor(async () => expect(await kept()).toEqual([]));
  });

  it('have the id of before, by which the server knows what it has already', async () => {
    server.on(FORM, { status: 502 });
    await open('/upload?contact_email=anna%40example.org');
    await choose(aFile('garden.jpg'));
    await submit();
    await screen.findAllByText('Upload failed');
    await waitFor(async () => expect(await kept()).toMatchObject([{ isWhole: true }]));
    await reload();
    await screen.findByText(BACK);
    await userEvent.clear(email());
    await userEvent.type(email(), 'anna@example.org');
    await submit();
    await waitFor(() => expect(server.received.filter(({ call }) => call === FORM)).toHaveLength(2));
    const [first, second] = server.received.filter(({ call }) => call === FORM).map(({ body }) => idOf(body));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });

  it('come back to no other page, of whoever opens it, where nobody is signed in', async () => {
    await open();
    await userEvent.type(email(), 'anna@example.org');
    await chooseTwo();
    expect(asksBeforeLeaving()).toBe(true);
    await openAgain('/upload?contact_email=anna%40example.org');
    await screen.findByText('Choose at least one photo or video to begin.');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(BACK)).toBeNull();
    expect(screen.queryByRole('listitem', { name: 'garden.jpg' })).toBeNull();
  });

  it('come back to any page of whoever is signed in, in whose name they are, but where it is another’s', async () => {
    signIn();
    await open();
    await chooseTwo();
    await userEvent.type(email(), 'Anna@example.org');
    await waitFor(async () => expect(await kept()).toMatchObject([{ owner: 'anna' }, { owner: 'anna' }]));
    expect(asksBeforeLeaving()).toBe(false);
    await openAgain();
    await screen.findByText(BACK);
    expect(wordsOf('dance.webm').value).toBe('Our last dance');
    expect(email().value).toBe(ANNA.email);
    const before = countAsked();
    await openAgain('/upload?contact_email=bea%40example.org');
    await waitFor(() => expect(countAsked()).toBeGreaterThan(before));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(BACK)).toBeNull();
  });

  it('do not come back once they are signed out, nor to somebody else', async () => {
    signIn();
    await open('/upload?contact_email=anna%40example.org');
    await chooseTwo();
    await waitFor(async () => expect(await kept()).toMatchObject([{ owner: 'anna' }, { owner: 'anna' }]));
    server.on('GET /api/auth/user', { status: 401, body: { code: 'signed_out', message: 'Signed out.' } });
    await reload();
    await screen.findByText('Choose at least one photo or video to begin.');
    await waitFor(() => expect(server.received.at(-1)?.call).toBe('GET /api/auth/user'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(BACK)).toBeNull();
    server.on('GET /api/auth/user', { body: { ...ANNA, keptUnder: ['bea'], email: 'bea@example.org' } });
    await openAgain();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(BACK)).toBeNull();
    expect(await kept()).toHaveLength(2);
  });

  it('are theirs who is signed in where the domain of their e-mail is typed in other letters', async () => {
    signIn();
    server.on('GET /api/auth/user', { body: { ...ANNA, email: 'anna@bücher.example' } });
    await open('/upload?contact_email=Anna%40xn--bcher-kva.example');
    await chooseTwo();
    await waitFor(async () => expect(await kept()).toMatchObject([{ owner: 'anna' }, { owner: 'anna' }]));
  });

  it('are nobody’s who is signed in where another e-mail is typed', async () => {
    signIn();
    await open('/upload?contact_email=bea%40example.org');
    await chooseTwo();
    await openAgain();
    await waitFor(() => expect(server.received.filter(({ call }) => call === 'GET /api/auth/user')).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(screen.queryByText(BACK)).toBeNull();
    for (const { owner } of await kept()) expect(owner).toMatch(/^place:/);
  });

  it('do not come back to the page that says thanks', async () => {
    signIn();
    await open('/upload?contact_email=anna%40example.org');
    await chooseTwo();
    await openAgain('/upload?submitted=true');
    await screen.findByRole('heading', { name: 'Thank You!' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    // None is locked by a page that does not show it.
    expect((await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('chosen-file:'))).toEqual([]);
  });

  it('are not copied where that would take minutes, which is said', async () => {
    await open();
    const long = Object.defineProperty(aFile('long.mp4', 'video/mp4'), 'size', {
      value: CHOSEN_FILE_KEPT_MAX_BYTES + 1,
    });
    await choose(aFile('garden.jpg'), long);
    await screen.findByText('This browser does not keep “long.mp4”: please send it before you leave.');
    await waitFor(async () => expect(await kept()).toMatchObject([{ name: 'garden.jpg', isWhole: true }]));
    await userEvent.click(screen.getByRole('button', { name: 'Remove long.mp4' }));
    expect(screen.queryByText(/does not keep/)).toBeNull();
  });

  it('are gone here once they are removed', async () => {
    await open();
    await chooseTwo();
    await userEvent.click(screen.getByRole('button', { name: 'Remove garden.jpg' }));
    await waitFor(async () => expect(await kept()).toMatchObject([{ name: 'dance.webm' }]));
  });
});

import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LOCAL_DRAFTS_LOOK_MS } from '../../../api/contract/common/screen-numbers.js';
import { LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { ANNA, answerTo } from '../../testing/interview-server.js';
import {
  calls,
  comeBack,
  drafts,
  hastenTimers,
  open,
  press,
  record,
  recordUnseen,
  server,
  useInterview,
} from '../../testing/interview-screen.js';
import { unconfirmedSubmissions, waitingSubmissions } from '../submit/submission.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';
import type { Reply } from '../../testing/screen-server.js';

useInterview();

const THEIRS = { id: 'w1', questionId: 1, text: 'Theirs', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' };
/** As a storage that says nothing, ever. */
const NEVER = new Promise<never>(() => undefined);
const FORGET = 'POST /api/auth/forget-device';
const forget = async () => {
  await press('Forget this device');
  const question = within(await screen.findByRole('alertdialog', { name: 'Forget this device?' }));
  await userEvent.click(question.getByRole('button', { name: 'Forget this device' }));
};

const asked = async () => {
  await press('Forget this device');
  return screen.findByRole('alertdialog', { name: 'Forget this device?' });
};
const keptWords = () => Object.keys(localStorage).filter((key) => key.startsWith('written-'));
const recordUnkept = async () => {
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await open();
  await recordUnseen();
};

describe('before a device is forgotten it is said', () => {
  it('that a recording which this browser cannot keep would be lost', async () => {
    await recordUnkept();
    const { textContent } = await asked();
    expect(textContent).toMatch(/One recording in this browser is not saved yet: it would be lost\./);
    expect(textContent).not.toMatch(/No recording is lost/);
  });

  it('that photos are not added yet', async () => {
    server.answers = [answerTo(1), answerTo(2)];
    await open();
    await screen.findByText('No photos added yet');
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
    await screen.findByLabelText('Description (optional)');
    expect((await asked()).textContent).toMatch(
      /No recording is lost\. Photos that you chose and have not added yet would be lost\./,
    );
  });
});

describe('a device that is forgotten', () => {
  it('keeps nothing of its person, and everything of others', async () => {
    server.on(FORGET, { status: 204 });
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    const submissions = [unconfirmedSubmissions, waitingSubmissions];
    const pressed = { openSince: ANNA.openSince };
    for (const id of ['anna', 'bea']) for (const noted of submissions) noted.note(id, pressed);
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await drafts()).toEqual([]);
    for (const noted of submissions) {
      expect(['anna', 'bea'].map((id) => noted.find(id))).toEqual([null, pressed]);
    }
  });

  it('is forgotten also where its storage hangs, of which is said what is on the page alone', async () => {
    server.on(FORGET, { status: 204 });
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    jest.spyOn(LocalDraftStore.prototype, 'findAllOf').mockReturnValue(NEVER);
    jest.spyOn(LocalDraftStore.prototype, 'write').mockReturnValue(NEVER);
    hastenTimers(LOCAL_DRAFTS_LOOK_MS);
    await recordUnseen();
    expect((await asked()).textContent).toMatch(/One recording in this browser is not saved yet/);
    await userEvent.click(screen.getByRole('button', { name: 'Forget this device' }));
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('says so with it where it had told that a recording waits here', async () => {
    server.on(FORGET, { status: 204 });
    localStorage.setItem('held-draft-told', 'bea');
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    comeBack();
    const [draft] = await drafts();
    await waitFor(() => expect(localStorage.getItem('held-draft-told')).toBe(`bea anna=${draft!.id}`));
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls(FORGET).map(({ query }) => query.get('heldDraftTold'))).toEqual([draft!.id]);
    expect(localStorage.getItem('held-draft-told')).toBe('bea');
  });

  it('keeps nothing of its person either where somebody else has signed in since, who stays signed in', async () => {
    server.on(FORGET, { status: 204 });
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    comeBack();
    await waitFor(() => expect(localStorage.getItem('held-draft-told')).toMatch(/^anna=/));
    server.session = 'bea';
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls(FORGET)).toEqual([]);
    expect(await drafts()).toEqual([]);
    expect(localStorage.getItem('held-draft-told')).toBeNull();
  });

  it('keeps no note of what they discarded and the server has not heard of', async () => {
    server.on(FORGET, { status: 204 });
    server.on('DELETE /api/uploads/u1', { status: 500, body: { code: 'internal', message: 'Not now.' } });
    // Their recordings may be kept under another id.
    server.on('GET /api/auth/user', { body: { ...ANNA, keptUnder: ['apart'] } });
    localStorage.setItem('unwanted-uploads', 'bea=u2 anna=u1');
    await open();
    await waitFor(() => expect(calls('DELETE /api/uploads/u1')).not.toEqual([]));
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(localStorage.getItem('unwanted-uploads')).toBe('bea=u2');
  });

  it('is left without being asked a second time', async () => {
    server.on(FORGET, { status: 204 });
    await recordUnkept();
    expect(asksBeforeLeaving()).toBe(true);
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(asksBeforeLeaving()).toBe(false);
  });

  it('keeps none of their words either, of which it is said before that they would be lost', async () => {
    server.on(FORGET, { status: 204 });
    server.on('GET /api/auth/user', { body: { ...ANNA, keptUnder: ['anna', 'apart'] } });
    for (const id of [1, 2]) server.on(`PUT /api/written-answers/${id}`, 'cut');
    for (const key of ['anna:1', 'apart:2', 'bea:1']) {
      localStorage.setItem(`written-answer:${key}`, JSON.stringify({ text: 'Mine', revision: 0, sent: null }));
    }
    await open();
    const question = await asked();
    expect(question.textContent).toMatch(/Written words that are not sent yet would be lost\./);
    await userEvent.click(within(question).getByRole('button', { name: 'Forget this device' }));
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(keptWords()).toEqual(['written-answer:bea:1']);
  });

  it.each<[string, Reply]>([
    ['saved', { body: { id: 'w1', questionId: 1, text: 'Mine', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' } }],
    ['refused', { status: 409, body: { code: 'consent_missing', message: 'Refused.' } }],
  ])('keeps no words either that are %s only then', async (_, reply) => {
    server.on(FORGET, { status: 204 });
    const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
    server.on('PUT /api/written-answers/1', async () => {
      await isDue;
      return reply;
    });
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Mine ', revision: 0, sent: null }));
    const fetched = jest.spyOn(globalThis, 'fetch');
    await open();
    await waitFor(() => expect(calls('PUT /api/written-answers/1')).toHaveLength(1));
    const sending = fetched.mock.results[fetched.mock.calls.findIndex(([, init]) => init?.method === 'PUT')]!;
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    answer();
    await sending.value;
    // What follows from the reply has followed by now.
    await drafts();
    await fetch('/api/questions');
    expect(keptWords()).toEqual([]);
    expect(screen.queryByText(/not sent/)).toBeNull();
  });

  it.each<[string, Reply]>([
    ['others were saved', { body: [THEIRS] }],
    ['its person has left', { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } }],
  ])('asks and says nothing about words where it hears only then that %s', async (_, reply) => {
    server.on(FORGET, { status: 204 });
    server.on('PUT /api/written-answers/1', { status: 409, body: { code: 'words_changed', message: 'Refused.' } });
    const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Mine ', revision: 0, sent: null }));
    server.on('GET /api/written-answers', async () => {
      if (calls('PUT /api/written-answers/1').length === 0) return { body: [] };
      await isDue;
      return reply;
    });
    const fetched = jest.spyOn(globalThis, 'fetch');
    await open();
    await waitFor(() => expect(calls('GET /api/written-answers')).toHaveLength(2));
    const asking = fetched.mock.results[fetched.mock.calls.findLastIndex(([path]) => path === '/api/written-answers')]!;
    await forget();
    await waitFor(() => expect(visited).toEqual(['/']));
    answer();
    await asking.value;
    // What follows from the reply has followed by now.
    await drafts();
    await fetch('/api/questions');
    expect(keptWords()).toEqual([]);
    expect(screen.queryByText(/not sent|^Other words/)).toBeNull();
  });

  it('stays as it is where that cannot be said to the server, which is told, and is forgotten at the next press', async () => {
    server.on(FORGET, 'cut');
    await open();
    await record();
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    await forget();
    await screen.findAllByText('This device is not forgotten yet');
    expect(visited).toEqual([]);
    expect(await drafts()).toHaveLength(1);
    server.on(FORGET, { status: 204 });
    const question = within(screen.getByRole('alertdialog', { name: 'Forget this device?' }));
    await userEvent.click(await question.findByRole('button', { name: 'Forget this device' }));
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await drafts()).toEqual([]);
  });
});

it('a break is taken by whose page this is, and by nobody who has signed in since, once there is a connection', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Life before' });
  server.on('HEAD /api/health', 'cut');
  await press('Take a break');
  await screen.findAllByText('There is no connection just now');
  expect(visited).toEqual([]);
  server.on('HEAD /api/health', { status: 503 });
  await press('Take a break');
  await waitFor(() => expect(visited).toEqual(['/api/logout?owner=anna']));
});

import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { LocalDraftStore } from '../local-drafts/local-draft-store.js';
import { ANNA, answerTo, pieceOf } from '../../testing/interview-server.js';
import {
  closePage,
  comeBack,
  drafts,
  open,
  record,
  recordUnseen,
  SAVE,
  save,
  server,
  useInterview,
} from '../../testing/interview-screen.js';

useInterview();

const tick = globalThis.setInterval;
afterEach(() => {
  globalThis.setInterval = tick;
});

const PATH = '/api/reminder/held-draft';
const told = () => server.received.flatMap(({ call }) => (call.endsWith(PATH) ? call.split(' ')[0] : []));
/** With what was told of which recording. */
const toldOf = () =>
  server.received.flatMap(({ call, query }) =>
    call.endsWith(PATH) ? [[call.split(' ')[0], Object.fromEntries(query)]] : [],
  );
const heldIds = async () => (await drafts()).map(({ id }) => id);
/** Of an earlier page, to question 1. */
function keepDraft(id: string): Promise<void> {
  const about = { participantId: ANNA.id, questionId: 1, filename: 'take.webm', mimeType: 'video/webm' };
  const kept = { durationSeconds: 1, pieces: 1, bytes: 2000, isWhole: true, uploadId: undefined };
  const recordedAt = new Date(2026, 10, Number(id));
  return new LocalDraftStore().write(
    { ...about, ...kept, id, origin: 'recorded', recordedAt, use: 'none' },
    new Uint8Array(2000).buffer,
  );
}
/** What it tells is told by now. */
const look = async () => {
  comeBack();
  await drafts();
  await fetch('/api/questions');
};

describe('that this browser holds a recording', () => {
  it('is told once by each page that is opened, as its mail may wait anew', async () => {
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    closePage();
    await open();
    await waitFor(() => expect(told()).toEqual(['PUT', 'PUT']));
    // The page has heard of it by now.
    await fetch('/api/questions');
    await look();
    expect(told()).toEqual(['PUT', 'PUT']);
    // Another tab has taken it back.
    localStorage.removeItem('held-draft-told');
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'PUT', 'PUT']));
  });

  it('is taken back once it is saved', async () => {
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    await save();
    await waitFor(async () => expect(await drafts()).toEqual([]));
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'DELETE']));
    await look();
    expect(told()).toEqual(['PUT', 'DELETE']);
  });

  it('is taken back once the server has it, also while it is looked through there', async () => {
    const checking = { state: 'checking', problem: null } as const;
    const answer = answerTo(1, { proof: checking, pieces: [pieceOf('answer-1', { proof: checking })] });
    server.on(SAVE, () => {
      server.answers = [answer];
      return { status: 201, body: answer };
    });
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    await save();
    await waitFor(async () => expect(await drafts()).toMatchObject([{ use: 'over' }]));
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'DELETE']));
    expect(await drafts()).toHaveLength(1);
  });

  it('is told, and taken back, also while the page is looked at all the time', async () => {
    const LOOK_INTERVAL_MS = 60_000;
    globalThis.setInterval = ((run: () => void, ms?: number) =>
      tick(run, ms === LOOK_INTERVAL_MS ? 20 : ms)) as typeof setInterval;
    await open();
    await record();
    await waitFor(() => expect(told().at(-1)).toBe('PUT'));
    await save();
    await waitFor(() => expect(told().at(-1)).toBe('DELETE'));
  });

  it('is told once, and taken back, also where this browser cannot note it', async () => {
    await open();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    // The page has heard of it by now.
    await fetch('/api/questions');
    await look();
    expect(told()).toEqual(['PUT']);
    await save();
    await waitFor(async () => expect(await drafts()).toEqual([]));
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'DELETE']));
  });

  it('is told once also where this browser can note it again', async () => {
    await open();
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await keepDraft('1');
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    full.mockRestore();
    await keepDraft('2');
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'PUT']));
    // The page has heard of it by now.
    await fetch('/api/questions');
    await look();
    expect(told()).toEqual(['PUT', 'PUT']);
  });

  it('is told again where it could not be', async () => {
    server.on(`PUT ${PATH}`, 'cut');
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    server.on(`PUT ${PATH}`, { status: 204 });
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'PUT']));
    await fetch('/api/questions');
    closePage();
    server.on(`PUT ${PATH}`, 'cut');
    await open();
    await waitFor(() => expect(told()).toHaveLength(3));
    server.on(`PUT ${PATH}`, { status: 204 });
    await look();
    await waitFor(() => expect(told()).toHaveLength(4));
  });

  it('is taken back of its person although somebody else has told the same here meanwhile', async () => {
    localStorage.setItem('held-draft-told', 'anna');
    server.on('GET /api/auth/user', { body: { ...ANNA, id: 'bea', keptUnder: ['bea'] } });
    await open();
    await recordUnseen();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    closePage();
    server.on('GET /api/auth/user', { body: ANNA });
    await open();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'DELETE']));
    expect(localStorage.getItem('held-draft-told')).toMatch(/^bea=[-\w]+$/);
  });

  it('is told of each recording by its id, and taken back of that alone', async () => {
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    const [first] = await heldIds();
    localStorage.setItem('held-draft-told', `anna=gone,${first}`);
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT', 'DELETE']));
    expect(toldOf()).toEqual([
      ['PUT', { draft: first }],
      ['DELETE', { draft: 'gone' }],
    ]);
    expect(localStorage.getItem('held-draft-told')).toBe(`anna=${first}`);
    await save();
    await waitFor(async () => expect(await drafts()).toEqual([]));
    await look();
    await waitFor(() => expect(toldOf().at(-1)).toEqual(['DELETE', { draft: first }]));
    await waitFor(() => expect(localStorage.getItem('held-draft-told')).toBeNull());
  });

  it('is told as what a page of before told of without an id', async () => {
    localStorage.setItem('held-draft-told', 'anna');
    for (const id of ['1', '2']) await keepDraft(id);
    await open();
    const [first, second] = await heldIds();
    await waitFor(() =>
      expect(toldOf()).toEqual([
        ['PUT', { draft: first, toldWithoutId: 'true' }],
        ['PUT', { draft: second }],
      ]),
    );
    await waitFor(() => expect(localStorage.getItem('held-draft-told')).toBe(`anna=${first},${second}`));
  });

  it('is taken back where a page of before told of it without an id', async () => {
    localStorage.setItem('held-draft-told', 'anna');
    await open();
    await waitFor(() => expect(toldOf()).toEqual([['DELETE', {}]]));
    await waitFor(() => expect(localStorage.getItem('held-draft-told')).toBeNull());
  });

  it('is not taken back where what this browser keeps cannot be read', async () => {
    await open();
    await record();
    await look();
    await waitFor(() => expect(told()).toEqual(['PUT']));
    jest.spyOn(LocalDraftStore.prototype, 'findAllOf').mockRejectedValue(new DOMException('', 'UnknownError'));
    comeBack();
    await fetch('/api/questions');
    await fetch('/api/questions');
    expect(told()).toEqual(['PUT']);
  });
});

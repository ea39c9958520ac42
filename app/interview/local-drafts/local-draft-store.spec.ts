import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { openDB } from 'idb';
import { LocalDraftStore, type LocalDraft } from './local-draft-store.js';

const sample: LocalDraft = {
  participantId: 'anna',
  questionId: 2,
  id: 't1',
  origin: 'recorded',
  filename: 'take.webm',
  mimeType: 'video/webm;codecs=vp8,opus',
  recordedAt: new Date('2026-11-20T10:00:00Z'),
  durationSeconds: 0,
  pieces: 0,
  bytes: 0,
  isWhole: false,
  use: 'none',
  uploadId: undefined,
};
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
/** In the database as it lies there. */
const raw = async <T>(act: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>) => {
  const database = await openDB('interview-takes', 1);
  const result = await act(database);
  database.close();
  return result;
};

describe('local drafts in IndexedDB', () => {
  let store: LocalDraftStore;
  beforeEach(async () => {
    store = new LocalDraftStore();
    for (const person of ['anna', 'bert']) {
      for (const draft of await store.findAllOf(person)) await store.remove(draft);
    }
  });

  /** Keeps a draft of these pieces. */
  const keep = async (changes: Partial<LocalDraft>, pieces: string[]) => {
    const draft = { ...sample, ...changes };
    for (const [index, piece] of pieces.entries()) await store.write({ ...draft, pieces: index + 1 }, bytesOf(piece));
    return { ...draft, pieces: pieces.length };
  };

  it('are joined from their pieces in order', async () => {
    const draft = await keep(
      {},
      Array.from({ length: 12 }, (_, index) => `${index},`),
    );
    const blob = await store.read(draft);
    expect(await blob.text()).toBe('0,1,2,3,4,5,6,7,8,9,10,11,');
    expect(blob.type).toBe('video/webm;codecs=vp8,opus');
  });

  it('are found by their person only, the earliest first', async () => {
    const later = await keep({ id: 'a', recordedAt: new Date('2026-11-20T11:00:00Z') }, ['x']);
    const earlier = await keep({ id: 'b', questionId: 5 }, ['y']);
    await keep({ participantId: 'bert' }, ['z']);
    expect(await store.findAllOf('anna')).toEqual([earlier, later]);
  });

  it('are known by what was written last', async () => {
    const draft = await keep({}, ['x']);
    await store.write({ ...draft, isWhole: true, uploadId: 'u1' });
    expect(await store.findAllOf('anna')).toEqual([{ ...draft, isWhole: true, uploadId: 'u1' }]);
    expect(await (await store.read(draft)).text()).toBe('x');
  });

  it('stay removed when their owner is noted to be here', async () => {
    const [draft, removed] = [await keep({ id: 'a' }, ['x']), await keep({ id: 'b' }, ['y'])];
    await store.remove(removed);
    const seenAt = new Date('2026-11-21T10:00:00Z');
    for (const one of [draft, removed]) await store.note(one, { seenAt });
    expect(await store.findAllOf('anna')).toEqual([{ ...draft, seenAt }]);
    expect(await store.findAllOfOthers('bert')).toHaveLength(1);
    expect(await store.findAllOfOthers('anna')).toEqual([]);
  });

  it('leave with all their pieces, and with no others', async () => {
    const gone = await keep({ id: 'a' }, ['1', '2']);
    const left = await keep({ id: 'b' }, ['3', '4']);
    await store.remove(gone);
    expect(await store.findAllOf('anna')).toEqual([left]);
    expect((await store.read(gone)).size).toBe(0);
    expect(await (await store.read(left)).text()).toBe('34');
  });

  const closeBehindItsBack = async () => {
    const { database } = store as unknown as { database: { database: Promise<IDBDatabase> } };
    (await database.database).close();
  };

  it('are reached again when the browser has closed the database', async () => {
    const draft = await keep({}, ['x']);
    await closeBehindItsBack();
    expect(await store.findAllOf('anna')).toEqual([draft]);
  });

  it('are on the disk before they count as written, also in a database that was opened again', async () => {
    const transactions = jest.spyOn(IDBDatabase.prototype, 'transaction');
    const draft = await keep({}, ['x']);
    await closeBehindItsBack();
    await store.remove(draft);
    const writing = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite');
    transactions.mockRestore();
    expect(writing.length).toBeGreaterThanOrEqual(3);
    for (const [, , options] of writing) expect(options).toEqual({ durability: 'strict' });
  });

  it('are not said to be written where the browser cannot keep them in the end', async () => {
    const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      put.mockRestore();
      const request = this.put(...args);
      request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(store.write(sample)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await store.findAllOf('anna')).toEqual([]);
  });

  describe('as earlier pages keep and read them', () => {
    type Kept = Record<string, unknown>;
    const key = [sample.participantId, sample.questionId, sample.id];

    it.each<[string, Kept, LocalDraft['use']]>([
      ['not used yet', {}, 'none'],
      ['used, before halts were noted', { isUsed: true }, 'sent'],
      ['used', { isUsed: true, isStored: false, isHalted: false }, 'sent'],
      ['used, and stored', { isUsed: true, isStored: true }, 'sent'],
      ['used, and halted', { isUsed: true, isStored: false, isHalted: true }, 'halted'],
      ['used in vain', { isUsed: false, isStored: false, isHalted: false }, 'over'],
      ['looked through by the server', { isUsed: false, isStored: true, isHalted: false }, 'over'],
    ])('are what they were: %s', async (_, noted, use) => {
      const { use: __, ...kept } = sample;
      await raw((database) => database.put('takes', { ...kept, ...noted }, key));
      const { isUsed: ___, isHalted: ____, ...others } = noted;
      const found = { ...kept, ...others, use };
      expect(await store.findAllOf('anna')).toEqual([found]);
      expect(await store.findAllOfOthers('bert')).toEqual([found]);
      // Noting something else leaves it.
      await store.note(sample, { uploadId: 'u1' });
      expect(await raw((database) => database.get('takes', key))).toEqual({ ...kept, ...noted, uploadId: 'u1' });
    });

    it.each<[LocalDraft['use'], Kept]>([
      ['none', {}],
      ['sent', { isUsed: true, isHalted: false }],
      ['halted', { isUsed: true, isHalted: true }],
      ['over', { isUsed: false, isHalted: false }],
    ])('stay readable in another tab: %s', async (use, noted) => {
      await store.write({ ...sample, use });
      const { use: _, ...kept } = sample;
      expect(await raw((database) => database.get('takes', key))).toEqual({ ...kept, ...noted });
      expect(await store.findAllOf('anna')).toEqual([{ ...sample, use }]);
    });
  });

  it('cannot be kept without IndexedDB', async () => {
    const { indexedDB: real } = globalThis;
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await expect(new LocalDraftStore().write(sample, bytesOf('x'))).rejects.toThrow('indexedDB is not defined');
    globalThis.indexedDB = real;
  });
});

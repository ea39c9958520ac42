import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { HEALTH_FOLDER, type MediaStore } from '../media/store/media-store.js';
import type { FinishedFile } from '../media/store/temporary-file.js';

const KEY = '3f/3f2b8c1e-0000-4000-8000-000000000001.webm';
const OTHER_KEY = '3f/3f2b8c1e-0000-4000-8000-000000000002.webm';

export interface StoreUnderTest {
  store: MediaStore;
  /** How many things lie in the store, finished or not, whatever its keys say. */
  countStored(): Promise<number>;
  dispose(): Promise<void>;
}

/** What every driver of MediaStore does. `make` answers an empty store. */
export function describeMediaStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as every media store,`, () => {
    let tested: StoreUnderTest;
    let store: MediaStore;
    let folder: string;

    beforeEach(async () => {
      tested = await make();
      ({ store } = tested);
      folder = await mkdtemp(path.join(os.tmpdir(), 'media-store-'));
    });
    afterEach(async () => {
      await tested.dispose();
      await rm(folder, { recursive: true });
    });

    const read = async (key: string, range?: { start: number; end: number }) =>
      buffer(await store.openRange(key, range));

    async function finishedFile(bytes: Buffer): Promise<FinishedFile> {
      const file = path.join(folder, 'finished');
      await writeFile(file, bytes);
      return { path: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
    }

    it('keeps the bytes of a stream and tells their size and SHA-256', async () => {
      const bytes = randomBytes(3_000_000);
      const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 2_000_000), bytes.subarray(2_000_000)];
      const stored = await store.put(KEY, Readable.from(pieces));
      expect(stored).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() });
      expect((await read(KEY)).equals(bytes)).toBe(true);
      expect(await tested.countStored()).toBe(1);
    });

    it('keeps a copy of a finished file, which outlives it', async () => {
      const file = await finishedFile(Buffer.from('a recording'));
      expect(await store.put(KEY, file)).toEqual({ bytes: file.bytes, sha256: file.sha256 });
      expect(await readFile(file.path, 'utf8')).toBe('a recording');
      await rm(file.path);
      expect((await read(KEY)).toString()).toBe('a recording');
    });

    it('keeps nothing, empty', async () => {
      expect(await store.put(KEY, Readable.from([]))).toMatchObject({ bytes: 0 });
      expect(await read(KEY)).toHaveLength(0);
    });

    it('gives a taken key the new bytes', async () => {
      await store.put(KEY, Readable.from([Buffer.from('first, and longer')]));
      await store.put(KEY, Readable.from([Buffer.from('second')]));
      expect((await read(KEY)).toString()).toBe('second');
    });

    it('keeps the same finished file twice', async () => {
      const file = await finishedFile(Buffer.from('a recording'));
      await store.put(KEY, file);
      await store.put(KEY, file);
      await store.put(OTHER_KEY, file);
      expect((await read(OTHER_KEY)).toString()).toBe('a recording');
      expect(await tested.countStored()).toBe(2);
    });

    it.each([
      [{ start: 0, end: 0 }, '0'],
      [{ start: 3, end: 5 }, '345'],
      [{ start: 9, end: 9 }, '9'],
      [{ start: 0, end: 9 }, '0123456789'],
    ])('opens the range %j', async (range, expected) => {
      await store.put(KEY, Readable.from([Buffer.from('0123456789')]));
      expect((await read(KEY, range)).toString()).toBe(expected);
    });

    it('removes bytes, and those that are not there too', async () => {
      await store.put(KEY, Readable.from([Buffer.from('a recording')]));
      await store.remove(KEY);
      await store.remove(KEY);
      await expect(read(KEY)).rejects.toThrow();
      expect(await tested.countStored()).toBe(0);
    });

    it('finds the file of a local path, if it names one', async () => {
      await store.put(KEY, Readable.from([Buffer.from('a recording')]));
      const file = store.localPath(KEY);
      expect(file === null ? 'a recording' : await readFile(file, 'utf8')).toBe('a recording');
    });

    it('keeps nothing of a stream that fails', async () => {
      const failing = Readable.from(
        (async function* () {
          yield Buffer.from('the first half');
          throw new Error('cut off');
        })(),
      );
      await expect(store.put(KEY, failing)).rejects.toThrow('cut off');
      await expect(read(KEY)).rejects.toThrow();
      expect(await tested.countStored()).toBe(0);
    });

    it('keeps what a key had when its replacement fails', async () => {
      await store.put(KEY, Readable.from([Buffer.from('first')]));
      const missing = { path: path.join(folder, 'missing'), bytes: 1, sha256: Buffer.alloc(32) };
      await expect(store.put(KEY, missing)).rejects.toThrow();
      expect((await read(KEY)).toString()).toBe('first');
      expect(await tested.countStored()).toBe(1);
    });

    it('serves many at once', async () => {
      const keys = Array.from({ length: 20 }, (_, n) => `many/file-${n}.webm`);
      await Promise.all(keys.map((key) => store.put(key, Readable.from([Buffer.from(key)]))));
      const texts = await Promise.all(keys.map(async (key) => (await read(key)).toString()));
      expect(texts).toEqual(keys);
    });

    it('lists what it keeps', async () => {
      expect(await store.listKeys()).toEqual([]);
      await store.put(KEY, Readable.from([Buffer.from('a recording')]));
      await store.put(OTHER_KEY, Readable.from([Buffer.from('another')]));
      expect((await store.listKeys()).toSorted()).toEqual([KEY, OTHER_KEY]);
      await store.remove(KEY);
      expect(await store.listKeys()).toEqual([OTHER_KEY]);
    });

    it('sweeps what looks at it have left, and lists none of that', async () => {
      await store.put(`${HEALTH_FOLDER}/a-look`, Readable.from([Buffer.from('.')]));
      expect(await store.listKeys()).toEqual([]);
      await store.sweepUnfinished(new Date(Date.now() - 60_000));
      expect(await tested.countStored()).toBe(1);
      await store.sweepUnfinished(new Date(Date.now() + 60_000));
      expect(await tested.countStored()).toBe(0);
    });

    it('leaves finished bytes alone when it sweeps', async () => {
      await store.put(KEY, Readable.from([Buffer.from('a recording')]));
      await store.sweepUnfinished(new Date(Date.now() + 60_000));
      expect((await read(KEY)).toString()).toBe('a recording');
    });

    describe('refuses', () => {
      it.each(['../outside', 'a/../../outside', '/etc/passwd', '.unfinished/a', ''])('the key %j', async (key) => {
        await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow('Not a media key.');
        await expect(store.openRange(key)).rejects.toThrow('Not a media key.');
        await expect(store.remove(key)).rejects.toThrow('Not a media key.');
        expect(() => store.localPath(key)).toThrow('Not a media key.');
        expect(await tested.countStored()).toBe(0);
      });

      it('to open bytes that are not there', async () => {
        await expect(read(KEY)).rejects.toThrow();
      });
    });
  });
}

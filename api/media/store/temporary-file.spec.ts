import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { writeTemporaryFile } from './temporary-file.js';

describe('a temporary file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'temporary-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('holds what was streamed', async () => {
    const written = await writeTemporaryFile(
      path.join(folder, 'new'),
      Readable.from([Buffer.from('a'), Buffer.from('b')]),
    );
    expect(written.bytes).toBe(2);
    expect(await readFile(written.path, 'utf8')).toBe('ab');
  });

  it.each([1, 131_072, 393_216, 1_000_003])(
    'holds %i bytes of a source that writes over its last piece',
    async (size) => {
      const whole = randomBytes(size);
      const piece = Buffer.alloc(70_001);
      const source = async function* () {
        for (let at = 0; at < size; at += piece.length) yield piece.subarray(0, whole.copy(piece, 0, at));
      };
      const written = await writeTemporaryFile(folder, source());
      expect(written.bytes).toBe(size);
      expect(written.sha256).toEqual(createHash('sha256').update(whole).digest());
      expect((await readFile(written.path)).equals(whole)).toBe(true);
    },
  );

  it('is not left behind by a source that fails at any moment', async () => {
    const failures = Array.from({ length: 200 }, (_, number) => {
      const source = new Readable({ read: () => {} }).on('error', () => {});
      if (number % 2) source.push('a');
      setImmediate(() => source.destroy(number % 3 ? new Error('Cut.') : undefined));
      return writeTemporaryFile(path.join(folder, 'cut'), source);
    });
    const outcomes = await Promise.allSettled(failures);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await delay(50);
    expect(await readdir(path.join(folder, 'cut'))).toEqual([]);
  });
});

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

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openFiles } from '../../testing/open-files.js';
import { until } from '../../testing/until.js';
import { readLazily } from './read-lazily.js';

describe('a file that is read lazily', () => {
  const bytes = randomBytes(1_000_000);
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lazily-'));
    file = path.join(folder, 'file');
    await writeFile(file, bytes);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read whole', async () => {
    expect((await buffer(readLazily(file))).equals(bytes)).toBe(true);
    expect(await openFiles(folder)).toEqual([]);
  });

  it('is open from its first piece until its reader lets go', async () => {
    const source = readLazily(file);
    expect(await openFiles(folder)).toEqual([]);
    await once(source, 'readable');
    expect(await openFiles(folder)).toEqual(process.platform === 'linux' ? [file] : []);
    source.destroy();
    await until(async () => (await openFiles(folder)).length === 0);
  });

  it('fails its reader when it is not there', async () => {
    await expect(buffer(readLazily(path.join(folder, 'none')))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

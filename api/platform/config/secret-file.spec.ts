import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { syncsDuring } from '../../testing/watch-syncs.js';
import { readOrCreateSecret } from './secret-file.js';

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'secret-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, by one of those who ask at the same moment, and leaves nothing else', async () => {
    const file = path.join(folder, 'secret');
    const made = await Promise.all([1, 2, 3].map(() => readOrCreateSecret(file)));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  it('is for nobody else to read', async () => {
    if (process.platform === 'win32') return;
    const file = path.join(folder, 'secret');
    await readOrCreateSecret(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is on the disk before it has its name', async () => {
    const file = path.join(folder, 'secret');
    let secret = '';
    const syncs = await syncsDuring(async () => ({ secret } = await readOrCreateSecret(file)));
    expect(syncs.map(({ held }) => String(held))).toContain(`${secret}\n`);
  });
});

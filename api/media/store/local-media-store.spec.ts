import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LocalMediaStore } from './local-media-store.js';
import { describeMediaStore } from '../../testing/media-store.conformance.js';
import { countFiles } from '../../testing/count-files.js';

async function makeRoot() {
  const root = await mkdtemp(path.join(os.tmpdir(), 'media-'));
  return { root, store: new LocalMediaStore(root), dispose: () => rm(root, { recursive: true }) };
}

describeMediaStore('LocalMediaStore', async () => {
  const { root, ...rest } = await makeRoot();
  return {
    ...rest,
    countStored: () => countFiles(root),
  };
});

describe('LocalMediaStore', () => {
  it('links a finished file instead of copying it', async () => {
    const { root, store, dispose } = await makeRoot();
    const file = path.join(root, 'finished');
    await writeFile(file, 'a recording');
    await store.put('a.webm', { path: file, bytes: 11, sha256: Buffer.alloc(32) });
    expect((await stat(store.localPath('a.webm'))).ino).toBe((await stat(file)).ino);
    await dispose();
  });

  it('sweeps what a killed process left unfinished, but nothing that is still growing', async () => {
    const { root, store, dispose } = await makeRoot();
    const unfinished = path.join(root, '.unfinished');
    await mkdir(unfinished);
    await writeFile(path.join(unfinished, 'old'), 'x');
    await writeFile(path.join(unfinished, 'growing'), 'x');
    await utimes(path.join(unfinished, 'old'), 0, 0);
    await store.sweepUnfinished(new Date(Date.now() - 60_000));
    expect(await readdir(unfinished)).toEqual(['growing']);
    await dispose();
  });

  it('has nothing to sweep before its first file', async () => {
    const { store, dispose } = await makeRoot();
    await expect(store.sweepUnfinished(new Date())).resolves.toBeUndefined();
    await dispose();
  });
});

import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { LocalMediaStore } from './local-media-store.js';
import { describeMediaStore } from '../../testing/media-store.conformance.js';
import { syncsDuring } from '../../testing/watch-syncs.js';
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

/** Root may look into every folder: there `work` is done as somebody else. */
async function withoutRights<T>(root: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  await chmod(root, 0o755);
  process.seteuid!('nobody');
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}

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
    for (const name of ['old', 'written just then', 'growing']) await writeFile(path.join(unfinished, name), 'x');
    const time = new Date(Date.now() - 60_000);
    await utimes(path.join(unfinished, 'old'), time, new Date(time.getTime() - 1));
    await utimes(path.join(unfinished, 'written just then'), time, time);
    await store.sweepUnfinished(time);
    expect((await readdir(unfinished)).toSorted()).toEqual(['growing', 'written just then']);
    await dispose();
  });

  it('has all on the disk that it says it keeps', async () => {
    if (process.platform !== 'linux') return;
    const { root, store, dispose } = await makeRoot();
    const put = (key: string) => store.put(key, Readable.from([Buffer.from('a recording')]));
    const first = await syncsDuring(() => put('3f/first.webm'));
    const unfinished = path.join(root, '.unfinished');
    expect(first).toEqual([
      { path: root, held: ['.unfinished'] },
      { path: expect.stringContaining(unfinished) as string, held: Buffer.from('a recording') },
      { path: root, held: ['.unfinished', '3f'] },
      { path: path.join(root, '3f'), held: ['first.webm'] },
    ]);
    const second = await syncsDuring(() => put('3f/second.webm'));
    expect(second).toEqual([
      { path: expect.stringContaining(unfinished) as string, held: Buffer.from('a recording') },
      { path: path.join(root, '3f'), held: ['first.webm', 'second.webm'] },
    ]);
    const removal = await syncsDuring(() => store.remove('3f/first.webm'));
    expect(removal).toEqual([{ path: path.join(root, '3f'), held: ['second.webm'] }]);
    await dispose();
  });

  it('lists nothing before its first file, and rejects where its folder cannot be looked at', async () => {
    const { root, dispose } = await makeRoot();
    expect(await new LocalMediaStore(path.join(root, 'missing')).listKeys()).toEqual([]);
    await symlink('loop', path.join(root, 'loop'));
    await expect(new LocalMediaStore(path.join(root, 'loop')).listKeys()).rejects.toThrow('ELOOP');
    await dispose();
  });

  it('lists what lies on a disk of its own, and rejects where a part of it cannot be looked at', async () => {
    // Windows keeps no such rights.
    if (process.platform === 'win32') return;
    const { root, store, dispose } = await makeRoot();
    await store.put('3f/a.webm', Readable.from([Buffer.from('a recording')]));
    await mkdir(path.join(root, 'lost+found'));
    await writeFile(path.join(root, 'lost+found', '12'), 'x');
    await chmod(path.join(root, 'lost+found'), 0);
    expect(await withoutRights(root, () => store.listKeys())).toEqual(['3f/a.webm']);
    await chmod(path.join(root, '3f'), 0);
    await expect(withoutRights(root, () => store.listKeys())).rejects.toThrow('EACCES');
    for (const name of ['lost+found', '3f']) await chmod(path.join(root, name), 0o700);
    await dispose();
  });

  it('rejects where it may not remove bytes, and has them still', async () => {
    // Windows keeps no such rights.
    if (process.platform === 'win32') return;
    const { root, store, dispose } = await makeRoot();
    await store.put('3f/a.webm', Readable.from([Buffer.from('a recording')]));
    await chmod(path.join(root, '3f'), 0o555);
    await expect(withoutRights(root, () => store.remove('3f/a.webm'))).rejects.toThrow('EACCES');
    expect(await store.listKeys()).toEqual(['3f/a.webm']);
    await chmod(path.join(root, '3f'), 0o700);
    await dispose();
  });

  it('has nothing to sweep before its first file', async () => {
    const { store, dispose } = await makeRoot();
    await expect(store.sweepUnfinished(new Date())).resolves.toBeUndefined();
    await dispose();
  });
});

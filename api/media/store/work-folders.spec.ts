import { jest } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { until } from '../../testing/until.js';
import { WorkFolders } from './work-folders.js';

const MINUTE_MS = 60_000;

describe('working folders', () => {
  let stateDir: string;
  const newFolders = () => new WorkFolders({ stateDir });
  const inRoot = (...names: string[]) => path.join(stateDir, 'preparing', ...names);

  beforeEach(async () => {
    stateDir = await mkdtemp(path.join(os.tmpdir(), 'work-'));
  });
  afterEach(() => rm(stateDir, { recursive: true }));

  it('are each of its own, also where another server is at the same piece of work', async () => {
    const [lost, found] = [await newFolders().open('video'), await newFolders().open('video')];
    await writeFile(path.join(found.path, 'output'), '');
    await lost.drop();
    expect(await readdir(found.path)).toEqual(['output']);
    await found.drop();
    expect(await readdir(inRoot())).toEqual([]);
  });

  it('are open to this user alone', async () => {
    // Windows keeps no such rights.
    if (process.platform === 'win32') return;
    await newFolders().use('private', async (folder) => {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    });
  });

  it('are swept where nothing has changed in them for long, and no others', async () => {
    const old = new Date(Date.now() - 16 * MINUTE_MS);
    for (const name of ['old', 'written', 'new']) {
      await mkdir(inRoot(name), { recursive: true });
      await writeFile(inRoot(name, 'output'), '');
    }
    for (const place of [inRoot('old', 'output'), inRoot('old'), inRoot('written')]) await utimes(place, old, old);
    await newFolders().sweep();
    expect((await readdir(inRoot())).toSorted()).toEqual(['new', 'written']);
  });

  it('are left alone by a sweep while in use, at another server as well, though nothing changes in it', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance'] });
    try {
      await newFolders().use('used', async (folder) => {
        // One touch: of twenty at once the last one need not be the last to be written.
        jest.setSystemTime(Date.now() + 20 * MINUTE_MS);
        jest.advanceTimersByTime(MINUTE_MS);
        await until(async () => (await stat(folder)).mtimeMs > Date.now() - 5 * MINUTE_MS);
        await newFolders().sweep();
        expect(await readdir(inRoot())).toEqual([path.basename(folder)]);
      });
    } finally {
      jest.useRealTimers();
    }
    expect(await readdir(inRoot())).toEqual([]);
  });
});

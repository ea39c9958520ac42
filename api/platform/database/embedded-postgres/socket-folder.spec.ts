import { chown, lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.js';

const TIMES = 1_000;
const isRoot = process.getuid?.() === 0;

describe('the folder of a socket', () => {
  it('is made although others remove it now and then', async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), 'socket-folder-'));
    const folder = path.join(parent, 'socket');
    const over = new AbortController();
    const removing = (async () => {
      // Not in step with whoever makes it.
      for (let times = 0; !over.signal.aborted; times++) {
        await removeSocketFolder(folder);
        await wait(2 + (times % 5));
      }
    })();
    const making = async () => {
      for (let times = 0; times < TIMES; times++) await makeSocketFolder(folder, { owner: null, commandPrefix: [] });
    };
    const [made] = await Promise.allSettled([making()]);
    over.abort();
    await removing;
    await rm(parent, { recursive: true, force: true });
    expect(made.status).toBe('fulfilled');
  });

  describe('is none where something else has its name:', () => {
    let parent: string;
    let folder: string;
    beforeEach(async () => {
      parent = await mkdtemp(path.join(os.tmpdir(), 'socket-folder-'));
      folder = path.join(parent, 'socket');
    });
    afterEach(() => rm(parent, { recursive: true }));

    const refused = () =>
      expect(makeSocketFolder(folder, { owner: null, commandPrefix: [] })).rejects.toThrow('belongs to someone else');

    it('a link to a folder of ours', async () => {
      const target = path.join(parent, 'ours');
      await mkdir(target);
      await symlink(target, folder);
      await refused();
      expect(await readlink(folder)).toBe(target);
    });

    it('a file', async () => {
      await writeFile(folder, '');
      await refused();
      expect((await lstat(folder)).isFile()).toBe(true);
    });

    (isRoot ? describe : describe.skip)('for root,', () => {
      it('a folder of another account', async () => {
        await mkdir(folder);
        await chown(folder, 65_534, 65_534);
        await refused();
        expect((await lstat(folder)).uid).toBe(65_534);
      });
    });
  });
});

import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openPlace } from './open-place.js';

const s3 = { endpoint: null, region: 'eu-central-1' };

describe('the place of backups', () => {
  let folder: string;
  let stateDir: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'place-')));
    stateDir = path.join(folder, 'link');
    await mkdir(path.join(folder, 'disk', 'state', 'media'), { recursive: true });
    await symlink(path.join(folder, 'disk', 'state'), stateDir);
    await symlink(stateDir, path.join(folder, 'other-link'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (said: string, isNew = true) => openPlace(said, { stateDir, s3 }, folder, isNew);

  it.each(['link', 'link/backups', 'disk/state', 'disk/state/new/one', 'other-link/media/new', 'link/..backups'])(
    'is no part of STATE_DIR, whatever leads there: %s',
    async (said) => {
      await expect(open(said)).rejects.toThrow('is a part of STATE_DIR');
    },
  );

  it.each(['backups', 'link/../backups', 'disk/state-of-backups', '..backups'])(
    'may be beside it: %s',
    async (said) => {
      expect((await open(said)).localPath('a')).toBe(path.join(folder, said, 'a'));
    },
  );

  it('is read where it lies', async () => {
    await mkdir(path.join(folder, 'disk', 'state', 'backups'));
    expect(await (await open('link/backups', false)).listKeys()).toEqual([]);
    await expect(open('link/missing', false)).rejects.toThrow('There is no folder');
  });

  it('may be the root of a disk, with what its file system keeps there', async () => {
    await mkdir(path.join(folder, 'mounted', 'lost+found'), { recursive: true, mode: 0o755 });
    expect(await (await open('mounted')).listKeys()).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseS3Place } from '../../platform/config/s3-place.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
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

  const open = (said: string, isNew = true) =>
    openPlace(said, { stateDir, s3, mediaPlace: null, sitePlace: null }, folder, isNew);

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

describe('the place of backups in a bucket', () => {
  let server: TestS3;
  let at: string;
  beforeAll(async () => {
    server = await startS3();
  });
  beforeEach(() => {
    at = `s3://${server.bucket}/${randomUUID()}`;
  });
  afterAll(() => server.stop());

  const open = (below: string, isNew: boolean, stores = { media: `${at}/media`, site: `${at}/site` }) => {
    const [mediaPlace, sitePlace] = [parseS3Place(stores.media), parseS3Place(stores.site)];
    return openPlace(at + below, { stateDir: '/state', s3: server.access, mediaPlace, sitePlace }, '/', isNew);
  };

  it.each([
    ['MEDIA_STORE', '/media'],
    ['MEDIA_STORE', '/media/backups'],
    ['SITE_STORE', '/site'],
    ['SITE_STORE', '/site/a/b/'],
  ])('is no part of %s: %s', async (store, below) => {
    await expect(open(below, true)).rejects.toThrow(`shares files with ${store}`);
  });

  it('is not around what it would itself remove', async () => {
    const stores = { media: `${at}/blobs/media`, site: `${at}/site` };
    await expect(open('', true, stores)).rejects.toThrow('shares files with MEDIA_STORE');
  });

  it.each(['', '/backups', '/media-backups', '/sit'])('may be beside them: %s', async (below) => {
    const place = await open(below, true);
    await place.put('tables/a', Readable.from([Buffer.from('rows')]));
    expect(String(await buffer(await place.openRange('tables/a')))).toBe('rows');
    expect(await place.listKeys()).toEqual(['tables/a']);
  });

  it('is read where it lies', async () => {
    expect(await (await open('/site/backups', false)).listKeys()).toEqual([]);
  });
});

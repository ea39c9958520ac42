import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MEDIA_REMOVAL_LOCK } from '../../platform/database/advisory-locks.js';
import { countFiles } from '../../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { sampleJpeg, sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import type { MediaFile } from './media-file.entity.js';
import { LocalMediaStore } from './local-media-store.js';
import { MediaStore } from './media-store.js';
import { MediaSweeper } from './media-sweeper.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { NewMediaService } from './new-media.service.js';
import { TranscodeRequests } from './transcode-requests.js';
import type { FinishedFile } from './temporary-file.js';
import { WorkFolders } from './work-folders.js';

const DISK_FULL = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

const SMALLER = { bytes: Buffer.from('small'), type: { mimeType: 'image/webp', extension: 'webp' } };

/** A disk that makes trouble when told to. */
class TroubledStore extends LocalMediaStore {
  afterPut = (_putsSoFar: number): Promise<void> => Promise.resolve();
  beforeRemove = (_key: string): Promise<void> => Promise.resolve();
  private puts = 0;

  override async put(...args: Parameters<LocalMediaStore['put']>): ReturnType<LocalMediaStore['put']> {
    const stored = await super.put(...args);
    await this.afterPut(++this.puts);
    return stored;
  }

  override async remove(key: string): Promise<void> {
    await this.beforeRemove(key);
    await super.remove(key);
  }
}

/** A database whose answer to the commit is lost. */
class ForgetfulRepository extends MediaRepository {
  override async commit<T>(...args: Parameters<MediaRepository['commit']>): Promise<T> {
    await super.commit(...args);
    throw new Error('connection lost');
  }
}

describe('MediaService', () => {
  let testApp: TestApp;
  let media: MediaService;
  let newMedia: NewMediaService;
  let store: TroubledStore;

  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    store = new TroubledStore(mediaFolder());
    useRepository(new MediaRepository(testApp.dataSource));
  });
  afterEach(async () => {
    await testApp.dataSource.query('DELETE FROM video_preparation');
    await testApp.dataSource.query('DELETE FROM media_file');
    await testApp.dataSource.query('DELETE FROM media_deletion');
    await rm(mediaFolder(), { recursive: true, force: true });
  });

  function useRepository(repository: MediaRepository): void {
    media = new MediaService(store, repository, new WorkFolders(testApp.config));
    newMedia = new NewMediaService(store, repository, media, new TranscodeRequests());
  }

  const mediaFolder = () => path.join(testApp.config.stateDir, 'media');

  async function finishedFile(bytes: Buffer): Promise<FinishedFile> {
    const file = path.join(testApp.config.stateDir, 'finished');
    await writeFile(file, bytes);
    return { path: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
  }

  async function countRows(table: 'media_file' | 'media_deletion'): Promise<number> {
    const [row] = await testApp.dataSource.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`);
    return Number(row!.count);
  }

  const storeVideo = async (bytes = sampleMp4()) =>
    newMedia.store(await finishedFile(bytes), 'video', (file) => Promise.resolve(file));

  function scheduleRemoval(file: MediaFile): Promise<void> {
    return testApp.dataSource.transaction((transaction) => media.scheduleRemoval([file.id], transaction));
  }

  it('keeps a file with what its bytes say', async () => {
    const bytes = sampleMp4(5000);
    const file = await storeVideo(bytes);
    expect(await media.findFile(file.id)).toEqual(file);
    expect(file).toMatchObject({ mimeType: 'video/mp4', bytes: 5000 });
    expect(file.sha256).toEqual(createHash('sha256').update(bytes).digest());
    expect(file.key).toBe(`${file.id.slice(0, 2)}/${file.id}.mp4`);
    expect((await media.readWhole(file)).equals(bytes)).toBe(true);
    expect(await countRows('media_deletion')).toBe(0);
  });

  it('shows the row to the transaction that needs it', async () => {
    const found = await newMedia.store(await finishedFile(sampleMp4()), 'media', async (file, transaction) => {
      const rows = await transaction.query<{ id: string }[]>('SELECT id FROM media_file');
      return rows[0]!.id === file.id;
    });
    expect(found).toBe(true);
  });

  it('keeps a file together with what is made of it', async () => {
    const picture = await finishedFile(await sampleJpeg());
    const files = await newMedia.storeWith(
      picture,
      'image',
      async () => [SMALLER],
      (kept) => Promise.resolve(kept),
    );
    expect(files.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/webp']);
    expect(await countFiles(mediaFolder())).toBe(2);
  });

  it('removes bytes after their rows', async () => {
    const file = await storeVideo();
    await scheduleRemoval(file);
    expect(await media.findFile(file.id)).toBeNull();
    expect(await countFiles(mediaFolder())).toBe(1);
    await media.sweepDeletions();
    expect(await countFiles(mediaFolder())).toBe(0);
    expect(await countRows('media_deletion')).toBe(0);
  });

  it('keeps bytes whose removal is rolled back', async () => {
    const file = await storeVideo();
    const removal = testApp.dataSource.transaction(async (transaction) => {
      await media.scheduleRemoval([file.id], transaction);
      throw new Error('changed my mind');
    });
    await expect(removal).rejects.toThrow('changed my mind');
    await media.sweepDeletions();
    expect(await media.readWhole(file)).toHaveLength(file.bytes);
  });

  it('removes the rest when one file cannot be removed, and that one later', async () => {
    const stuck = await storeVideo();
    const other = await storeVideo();
    await scheduleRemoval(stuck);
    await scheduleRemoval(other);
    store.beforeRemove = (key) => (key === stuck.key ? Promise.reject(new Error('disk trouble')) : Promise.resolve());
    await media.sweepDeletions();
    expect(await countFiles(mediaFolder())).toBe(1);
    store.beforeRemove = () => Promise.resolve();
    await media.sweepDeletions();
    expect(await countFiles(mediaFolder())).toBe(0);
    expect(await countRows('media_deletion')).toBe(0);
  });

  it('lets two sweeps run at once', async () => {
    for (let n = 0; n < 5; n++) await scheduleRemoval(await storeVideo());
    await Promise.all([media.sweepDeletions(), media.sweepDeletions()]);
    expect(await countFiles(mediaFolder())).toBe(0);
    expect(await countRows('media_deletion')).toBe(0);
  });

  it('does not wait for what another sweep is at', async () => {
    const [taken, free] = [await storeVideo(), await storeVideo()];
    await scheduleRemoval(taken);
    await scheduleRemoval(free);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM media_deletion WHERE key = $1 FOR UPDATE', [taken.key]),
    );
    await media.sweepDeletions();
    expect(await countFiles(mediaFolder())).toBe(1);
    await commit();
    await media.sweepDeletions();
    expect(await countFiles(mediaFolder())).toBe(0);
  });

  it('removes no bytes while a backup copies them, and does not wait for it', async () => {
    await scheduleRemoval(await storeVideo());
    await using endCopying = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock($1)', [MEDIA_REMOVAL_LOCK]),
    );
    await media.sweepDeletions();
    expect([await countFiles(mediaFolder()), await countRows('media_deletion')]).toEqual([1, 1]);
    await endCopying();
    await media.sweepDeletions();
    expect([await countFiles(mediaFolder()), await countRows('media_deletion')]).toEqual([0, 0]);
  });

  it('removes with a picture what is being made of it just then', async () => {
    const original = await storeVideo();
    const inserted = Promise.withResolvers<void>();
    const made = Promise.withResolvers<void>();
    const sizes = newMedia.storeMade([SMALLER, SMALLER, SMALLER], async (files, transaction) => {
      await transaction.query(
        `INSERT INTO picture (media_id, large_media_id, medium_media_id, thumbnail_media_id) VALUES ($1, $2, $3, $4)`,
        [original.id, ...files.map(({ id }) => id)],
      );
      inserted.resolve();
      await made.promise;
    });
    await inserted.promise;
    const removal = scheduleRemoval(original);
    await untilBlocked(testApp.dataSource);
    made.resolve();
    await Promise.all([sizes, removal]);
    await media.sweepDeletions();
    expect({ files: await countFiles(mediaFolder()), rows: await countRows('media_file') }).toEqual({
      files: 0,
      rows: 0,
    });
  });

  describe('keeps nothing', () => {
    afterEach(async () => {
      expect({ files: await countFiles(mediaFolder()), rows: await countRows('media_file') }).toEqual({
        files: 0,
        rows: 0,
      });
    });

    it('when the rows that need the file cannot be written', async () => {
      const storing = newMedia.store(await finishedFile(sampleMp4()), 'video', () =>
        Promise.reject(new Error('no row')),
      );
      await expect(storing).rejects.toThrow('no row');
      expect(await countRows('media_deletion')).toBe(0);
    });

    it('when the connection is lost before the commit', async () => {
      const storing = newMedia.store(await finishedFile(sampleMp4()), 'video', (_file, transaction) =>
        transaction.query('SELECT pg_terminate_backend(pg_backend_pid())'),
      );
      await expect(storing).rejects.toThrow(/terminat/i);
    });

    it('when the disk is full at the last of several files', async () => {
      store.afterPut = (puts) => (puts === 3 ? Promise.reject(DISK_FULL) : Promise.resolve());
      const sources = Array(3).fill(await finishedFile(sampleMp4())) as FinishedFile[];
      await expect(newMedia.storeAll(sources, 'video', () => Promise.resolve())).rejects.toBe(DISK_FULL);
      expect(await countRows('media_deletion')).toBe(0);
    });
  });

  it('leaves the bytes of a commit whose answer was lost', async () => {
    useRepository(new ForgetfulRepository(testApp.dataSource));
    await expect(storeVideo()).rejects.toThrow('connection lost');
    expect({ files: await countFiles(mediaFolder()), rows: await countRows('media_file') }).toEqual({
      files: 1,
      rows: 1,
    });
  });

  it('sweeps at the next start what a process killed between bytes and row left', async () => {
    // A killed process runs none of its clean-up: nothing is removed and nothing is noted any more.
    store.beforeRemove = () => Promise.reject(new Error('killed'));
    await expect(
      newMedia.store(await finishedFile(sampleMp4()), 'video', () => Promise.reject(new Error('killed'))),
    ).rejects.toThrow('killed');
    expect({ files: await countFiles(mediaFolder()), rows: await countRows('media_file') }).toEqual({
      files: 1,
      rows: 0,
    });
    await testApp.app.get(MediaSweeper, { strict: false }).sweep();
    expect({ files: await countFiles(mediaFolder()), announced: await countRows('media_deletion') }).toEqual({
      files: 0,
      announced: 0,
    });
  });

  it('sweeps at its start, of what is unfinished that alone which is a day old', async () => {
    const unfinished = path.join(mediaFolder(), '.unfinished');
    await mkdir(unfinished, { recursive: true });
    for (const hours of [23, 25]) {
      const file = path.join(unfinished, `${hours}`);
      await writeFile(file, 'x');
      await utimes(file, new Date(), new Date(Date.now() - hours * 3_600_000));
    }
    await scheduleRemoval(await storeVideo());
    await testApp.app.get(MediaSweeper, { strict: false }).onApplicationBootstrap();
    expect(await readdir(mediaFolder(), { recursive: true })).toContain(path.join('.unfinished', '23'));
    expect(await countFiles(mediaFolder())).toBe(1);
  });

  it('sweeps what tools of a killed process left, though the store is away, and nothing that is in use', async () => {
    const preparing = path.join(testApp.config.stateDir, 'preparing');
    const old = new Date(Date.now() - 16 * 60_000);
    for (const name of ['left', 'used']) {
      await mkdir(path.join(preparing, name), { recursive: true });
      await writeFile(path.join(preparing, name, 'input'), 'a voice');
    }
    for (const place of ['left/input', 'left']) await utimes(path.join(preparing, place), old, old);
    using _ = jest.spyOn(testApp.app.get(MediaStore), 'sweepUnfinished').mockRejectedValue(new Error('away'));
    await testApp.app.get(MediaSweeper, { strict: false }).sweep();
    expect(await readdir(preparing)).toEqual(['used']);
    await rm(preparing, { recursive: true });
  });

  it('does not sweep the bytes of a file that is being stored', async () => {
    await newMedia.store(await finishedFile(sampleMp4()), 'video', async () => {
      await media.sweepDeletions();
      expect(await countFiles(mediaFolder())).toBe(1);
    });
  });

  it('does not sweep what has been stored for hours, as a large file on a slow store is', async () => {
    store.afterPut = async () => {
      await testApp.dataSource.query(`UPDATE media_deletion SET requested_at = requested_at - interval '5 hours'`);
      await media.sweepDeletions();
    };
    await storeVideo();
    expect(await countFiles(mediaFolder())).toBe(1);
  });

  it('gives up a file that was swept while it was being stored', async () => {
    store.afterPut = async () => {
      await testApp.dataSource.query(`UPDATE media_deletion SET requested_at = now() - interval '1 second'`);
      await media.sweepDeletions();
    };
    await expect(storeVideo()).rejects.toThrow('swept away');
    expect({ files: await countFiles(mediaFolder()), rows: await countRows('media_file') }).toEqual({
      files: 0,
      rows: 0,
    });
  });

  describe('refuses', () => {
    const refusal = { status: 415, code: 'unsupported_media' };

    it('what is no media at all', async () => {
      await expect(storeVideo(Buffer.from('<html></html>'))).rejects.toMatchObject(refusal);
    });

    it('a picture in place of a video and a video in place of a picture', async () => {
      await expect(storeVideo(await sampleJpeg())).rejects.toMatchObject(refusal);
      const video = await finishedFile(sampleMp4());
      await expect(newMedia.store(video, 'image', () => Promise.resolve())).rejects.toMatchObject(refusal);
    });

    afterEach(async () => {
      await expect(access(path.join(testApp.config.stateDir, 'finished'))).resolves.toBeUndefined();
      expect(await countRows('media_deletion')).toBe(0);
    });
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { countFiles } from '../../testing/count-files.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { LocalMediaStore } from './local-media-store.js';
import { writeTemporaryFile } from './temporary-file.js';

const DISK_BYTES = 1024 * 1024;

const folder = mkdtempSync(path.join(os.tmpdir(), 'full disk '));
/** Only root can make a disk, and not in every container. */
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]).status === 0;

afterAll(async () => {
  if (isMounted) spawnSync('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

(isMounted ? describe : describe.skip)('a disk that is full', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  beforeAll(async () => {
    testApp = await createTestApp({}, { mediaStore: new LocalMediaStore(folder) });
    archive = await ArchiveClient.signIn(testApp);
  });
  afterAll(() => testApp.close());

  it('keeps what fits', async () => {
    await archive.upload(await archive.register(), {}, sampleMp4(DISK_BYTES / 2)).expect(201);
    expect(await countFiles(folder)).toBe(1);
  });

  describe('refuses', () => {
    it('what does not fit, in words, and keeps nothing of it', async () => {
      const { body } = await archive.upload(await archive.register(), {}, sampleMp4(DISK_BYTES)).expect(507);
      expect(body).toEqual({
        code: 'out_of_space',
        message: 'The server has no space left. Nothing was saved; please try again later.',
      });
      expect(await countFiles(folder)).toBe(1);
      const [row] = await testApp.dataSource.query<{ count: string }[]>('SELECT count(*) FROM media_file');
      expect(row!.count).toBe('1');
      expect(await testApp.dataSource.query('SELECT FROM media_deletion')).toEqual([]);
    });

    it.each([
      ['its first and only block', 100_000],
      ['a block in its middle', 3 * DISK_BYTES],
    ])('a stream of which %s does not fit', async (_what, bytes) => {
      const filler = path.join(folder, 'filler');
      await appendFile(filler, Buffer.alloc(bytes < DISK_BYTES ? 2 * DISK_BYTES : 1)).catch(() => undefined);
      const source = Readable.from([Buffer.alloc(bytes)]);
      await expect(writeTemporaryFile(path.join(folder, 'new'), source)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readdir(path.join(folder, 'new'))).toEqual([]);
      await rm(filler);
    });

    it('a block of a stream that is cut off before anybody asks what became of it', async () => {
      const filler = path.join(folder, 'filler');
      await appendFile(filler, Buffer.alloc(2 * DISK_BYTES)).catch(() => undefined);
      const source = async function* () {
        yield Buffer.alloc(DISK_BYTES / 8);
        await delay(50);
        throw new Error('cut off');
      };
      // What the block failed for would fail this case as a rejection that nobody awaited.
      await expect(writeTemporaryFile(path.join(folder, 'new'), source())).rejects.toThrow('cut off');
      expect(await readdir(path.join(folder, 'new'))).toEqual([]);
      await rm(filler);
    });

    it('a file of another disk, of which no half stays', async () => {
      const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'another disk '));
      const file = path.join(elsewhere, 'finished');
      await writeFile(file, Buffer.alloc(2 * DISK_BYTES));
      const before = await countFiles(folder);
      const source = { path: file, bytes: 2 * DISK_BYTES, sha256: Buffer.alloc(32) };
      await expect(new LocalMediaStore(folder).put('a.webm', source)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await countFiles(folder)).toBe(before);
      await rm(elsewhere, { recursive: true });
    });

    it('everything while it can only be read', async () => {
      spawnSync('mount', ['-o', 'remount,ro', folder]);
      try {
        const { body } = await archive.upload(await archive.register(), {}, sampleMp4(1024)).expect(503);
        expect(body).toEqual({
          code: 'read_only',
          message: 'The server cannot save anything at the moment. Nothing was saved; please try again later.',
        });
      } finally {
        spawnSync('mount', ['-o', 'remount,rw', folder]);
      }
    });
  });
});

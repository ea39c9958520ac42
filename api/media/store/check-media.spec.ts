import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveClient } from '../../testing/archive-client.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import type { MediaFile } from './media-file.entity.js';
import { MediaRepository } from './media.repository.js';
import { MediaStore } from './media-store.js';
import { checkMedia, type MediaFinding } from './check-media.js';

let testApp: TestApp;
let keys: string[];

beforeEach(async () => {
  testApp = await createTestApp();
  const archive = await ArchiveClient.signIn(testApp);
  const userId = await archive.register();
  for (const questionId of [1, 2, 3]) await archive.add(userId, { questionId });
  const rows = await testApp.dataSource.query<MediaFile[]>('SELECT key FROM media_file ORDER BY created_at');
  keys = rows.map(({ key }) => key);
});
afterEach(() => testApp.close());

const fileOf = (key: string) => path.join(testApp.config.stateDir, 'media', key);
async function check(): Promise<MediaFinding[]> {
  const findings: MediaFinding[] = [];
  const store = testApp.app.get(MediaStore, { strict: false });
  await checkMedia(store, new MediaRepository(testApp.dataSource), (finding) => findings.push(finding));
  return findings;
}

describe('checkMedia', () => {
  it('finds nothing where everything is as it was stored', async () => {
    expect(await check()).toEqual([]);
  });

  it('finds missing, altered and orphaned files', async () => {
    const [missing, altered] = keys as [string, string];
    await rm(fileOf(missing));
    await appendFile(fileOf(altered), 'x');
    await writeFile(fileOf('stray.mp4'), 'left by somebody');
    await mkdir(fileOf('Not A Key'), { recursive: true });
    await writeFile(fileOf('Not A Key/strange'), 'left by somebody');
    expect(await check()).toEqual([
      { key: missing, problem: 'missing' },
      { key: altered, problem: 'altered' },
      { key: 'Not A Key/strange', problem: 'orphan' },
      { key: 'stray.mp4', problem: 'orphan' },
    ]);
  });

  it('names a file that cannot be read, and goes on', async () => {
    const [unread, altered] = keys as [string, string];
    await rm(fileOf(unread));
    await mkdir(fileOf(unread));
    await appendFile(fileOf(altered), 'x');
    expect(await check()).toEqual([
      { key: unread, problem: 'unread' },
      { key: altered, problem: 'altered' },
    ]);
  });

  it('takes what is being stored and what is about to be removed for what it is', async () => {
    await writeFile(fileOf('coming.mp4'), 'not finished yet');
    await testApp.dataSource.query(`INSERT INTO media_deletion (key, requested_at) VALUES ('coming.mp4', now())`);
    expect(await check()).toEqual([]);
  });

  it('finds nothing wrong with what is removed while it looks', async () => {
    const [kept] = keys as [string];
    const store = testApp.app.get(MediaStore, { strict: false });
    await testApp.dataSource.query(
      `INSERT INTO media_file (id, key, mime_type, bytes, sha256, created_at)
       SELECT gen_random_uuid(), 'removed.mp4', mime_type, bytes, sha256, created_at FROM media_file WHERE key = $1`,
      [kept],
    );
    await writeFile(fileOf('swept.mp4'), 'left by somebody');
    const openRange = store.openRange.bind(store);
    store.openRange = async (key) => {
      if (key === 'removed.mp4') await testApp.dataSource.query('DELETE FROM media_file WHERE key = $1', [key]);
      if (key === 'swept.mp4') await rm(fileOf(key));
      return openRange(key);
    };
    expect(await check()).toEqual([]);
    await expect(openRange('swept.mp4')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  describe('refuses', () => {
    it('to take one file for another of the same length', async () => {
      const [first, second] = keys as [string, string];
      await testApp.dataSource.query(`UPDATE media_file SET sha256 = decode(repeat('ab', 32), 'hex') WHERE key = $1`, [
        second,
      ]);
      expect(await check()).toEqual([{ key: second, problem: 'altered' }]);
      expect(first).not.toBe(second);
    });
  });
});

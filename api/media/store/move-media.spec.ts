import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { signUp } from '../../testing/participants.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { sampleJpeg, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { checkMedia, type MediaFinding } from './check-media.js';
import { MediaRepository } from './media.repository.js';
import { MediaStore } from './media-store.js';
import { moveMedia } from './move-media.js';
import { RESTORE_POINT } from './restore-points.js';
import { S3MediaStore } from './s3-media-store.js';

let s3: TestS3;
let testApp: TestApp;
let cookie: string;
let to: S3MediaStore;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  to = new S3MediaStore({ bucket: s3.bucket, prefix: `${randomUUID()}/` }, s3.access);
  testApp = await createTestApp();
  cookie = await signUp(testApp);
});
afterEach(() => testApp.close());

const from = () => testApp.app.get(MediaStore);
const rows = () => testApp.app.get(MediaRepository);
const move = () => moveMedia(from(), to, rows());

async function addPhoto(colour?: string): Promise<string> {
  const photo = { originalName: 'me.jpg', imageData: toDataUrl(await sampleJpeg({ colour }), 'image/jpeg') };
  const { body } = await testApp.http.post('/api/photos').set('Cookie', cookie).send(photo).expect(201);
  return (body as { id: string }).id;
}

const fileOf = (key: string) => path.join(testApp.config.stateDir, 'media', key);

async function findingsIn(store: MediaStore): Promise<MediaFinding[]> {
  const findings: MediaFinding[] = [];
  await checkMedia(store, rows(), (finding) => findings.push(finding));
  return findings;
}

it('copies every file, and again only what came since', async () => {
  await addPhoto();
  const { length } = await from().listKeys();
  expect(await move()).toEqual({ copied: length, found: 0, removed: 0, damaged: [] });
  expect(await findingsIn(to)).toEqual([]);
  expect(await findingsIn(from())).toEqual([]);
  await addPhoto('#664488');
  expect(await move()).toEqual({ copied: length, found: length, removed: 0, damaged: [] });
});

it('copies what is kept for who goes back behind a restore, and names what is damaged of that', async () => {
  await addPhoto();
  const [first, ...others] = await from().listKeys();
  await testApp.dataSource.query(`CREATE SCHEMA ${RESTORE_POINT}`);
  await testApp.dataSource.query(`CREATE TABLE ${RESTORE_POINT}.media_file AS SELECT * FROM media_file`);
  for (const table of ['photo', 'picture', 'media_file']) await testApp.dataSource.query(`DELETE FROM ${table}`);
  expect(await move()).toEqual({ copied: others.length + 1, found: 0, removed: 0, damaged: [] });
  expect(await to.listKeys()).toEqual(expect.arrayContaining([first!, ...others]));
  await to.remove(first!);
  await rm(fileOf(first!));
  expect(await move()).toEqual({ copied: 0, found: others.length, removed: 0, damaged: [first!] });
});

it('leaves what it has not put there, whatever its name', async () => {
  const others = ['media/ab/abcdef01-2345-4678-9abc-def012345678.jpg', 'backups/2026-11-26.json', 'index.html'];
  for (const key of others) await to.put(key, Readable.from([Buffer.from('another')]));
  await move();
  expect(await to.listKeys()).toEqual(expect.arrayContaining(others));
});

it('removes copies of what is kept no more', async () => {
  const id = await addPhoto();
  await move();
  await testApp.http.delete(`/api/photos/${id}`).set('Cookie', cookie).expect(204);
  expect(await move()).toMatchObject({ copied: 0, found: 0 });
  expect(await to.listKeys()).toEqual([]);
});

it('does not take for damaged what is removed while it copies', async () => {
  const id = await addPhoto();
  const listKeys = to.listKeys.bind(to);
  // By then it has read what there is.
  to.listKeys = async () => {
    await testApp.http.delete(`/api/photos/${id}`).set('Cookie', cookie);
    return listKeys();
  };
  expect(await move()).toMatchObject({ copied: 0, damaged: [] });
});

it('passes over what is removed between being read and being copied', async () => {
  const id = await addPhoto();
  const [{ key }] = await testApp.dataSource.query<[{ key: string }]>(
    'SELECT m.key FROM photo p JOIN media_file m ON m.id = p.original_media_id WHERE p.id = $1',
    [id],
  );
  const store = from();
  const openRange = store.openRange.bind(store);
  let opened = 0;
  using _ = jest.spyOn(store, 'openRange').mockImplementation(async (name, range) => {
    if (name === key && ++opened === 2)
      await testApp.http.delete(`/api/photos/${id}`).set('Cookie', cookie).expect(204);
    return openRange(name, range);
  });
  expect(await move()).toMatchObject({ damaged: [] });
  expect(opened).toBe(2);
  expect(await to.listKeys()).toEqual([]);
});

it('counts no copy that cannot be read there as it was written', async () => {
  await addPhoto();
  const keys = await from().listKeys();
  const altered = keys[0]!;
  const put = to.put.bind(to);
  to.put = (key, source) => {
    if (key !== altered) return put(key, source);
    (source as Readable).destroy();
    return put(key, Readable.from([Buffer.from('other bytes')]));
  };
  expect(await move()).toEqual({ copied: keys.length - 1, found: 0, removed: 0, damaged: [altered] });
});

it('writes anew what lies there damaged, and names what is damaged itself', async () => {
  await addPhoto();
  await move();
  const [copied, damaged, missing] = await from().listKeys();
  await to.remove(copied!);
  await to.put(copied!, Readable.from([Buffer.from('other bytes')]));
  for (const key of [damaged!, missing!]) await to.remove(key);
  await writeFile(fileOf(damaged!), 'other bytes');
  await rm(fileOf(missing!));
  const result = await move();
  expect(result).toMatchObject({ copied: 1 });
  expect(result.damaged.toSorted()).toEqual([damaged!, missing!].toSorted());
  expect(await buffer(await to.openRange(copied!))).toEqual(await buffer(await from().openRange(copied!)));
  expect(await to.listKeys()).not.toContain(damaged);
});

import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { AnswerVideo } from './contract/interview/answers.js';
import type { AppConfig } from './platform/config/app-config.js';
import { UPLOAD_CHUNK_BYTES } from './contract/common/limits.js';
import { UploadSessionFiles } from './media/uploads/upload-session-files.js';
import { UploadSweeper } from './media/uploads/upload-sweeper.js';
import { WithdrawalLedger } from './people/ledger/withdrawal-ledger.js';
import { S3Bucket } from './media/store/s3-bucket.js';
import { MediaStore } from './media/store/media-store.js';
import { Publisher } from './archive/publishing/publisher.js';
import { Reconciler } from './archive/publishing/reconciler.js';
import { SiteServers } from './archive/publishing/site-servers.js';
import { SiteServersRepository } from './archive/publishing/site-servers.repository.js';
import type { ShowcaseVideo } from './contract/videos/showcase.js';
import { ArchiveClient } from './testing/archive-client.js';
import { provenPerson } from './testing/proven-person.js';
import { mediaOf, storyOf } from './testing/published-site.js';
import { until } from './testing/until.js';
import { startS3, type TestS3 } from './testing/s3-server.js';
import { sampleWebm } from './testing/sample-media.js';
import { createTestApp, newState, type TestApp } from './testing/test-app.js';

/** Two servers that share a database and a bucket, and no disk. */
let s3: TestS3;
let bucket: S3Bucket;
let states: Awaited<ReturnType<typeof newState>>[];
let first: TestApp;
let second: TestApp;

beforeAll(async () => {
  s3 = await startS3();
  const prefix = randomUUID();
  const env = { MEDIA_STORE: `s3://${s3.bucket}/${prefix}`, S3_ENDPOINT: s3.access.endpoint! };
  bucket = new S3Bucket({ bucket: s3.bucket, prefix: `${prefix}/` }, s3.access);
  states = [await newState(), await newState({ isMigrated: false })];
  const { connection } = states[0]!;
  first = await createTestApp(env, { state: states[0]! });
  second = await createTestApp(env, { state: { ...states[1]!, connection }, hasLine: true });
});
afterAll(async () => {
  await first.close();
  await second.close();
  for (const state of states) await state.dispose();
  await s3.stop();
});

const at = (server: TestApp) => server.http;
const get = (server: TestApp, video: ShowcaseVideo) => at(server).get(encodeURI(storyOf(video)));
const keysBelow = async (folder: string) => {
  const keys: string[] = [];
  for await (const { key } of bucket.list(folder)) keys.push(key);
  return keys;
};

/** Keeps the second server from publishing; returns what lets it again. */
const holdSecond = () => {
  const publishing = Promise.withResolvers<void>();
  const tree = second.app.get(Reconciler, { strict: false });
  const bringTruth = tree.run.bind(tree);
  const run = jest.spyOn(tree, 'run').mockImplementation(async (...how) => {
    await publishing.promise;
    await bringTruth(...how);
  });
  const release = () => {
    run.mockRestore();
    publishing.resolve();
  };
  return Object.assign(release, { [Symbol.dispose]: release });
};

async function register(): Promise<string> {
  const person = { firstName: 'Anna', lastName: 'Example', email: `${randomUUID()}@example.org` };
  const { headers } = await at(first).post('/api/register').send(person).expect(201);
  return (headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

const send = (server: TestApp, cookie: string, uploadId: string, index: number, bytes: Buffer) =>
  at(server)
    .post('/api/uploads/chunk')
    .set({ Cookie: cookie, 'Upload-Id': uploadId, 'Chunk-Index': `${index}`, 'Recorded-Ms': `${(index + 1) * 1000}` })
    .type('application/octet-stream')
    .send(bytes);

const uploadsOf = (server: TestApp) => path.join(server.config.stateDir, 'uploads');
const copiesOf = async (server: TestApp) =>
  (await readdir(uploadsOf(server))).filter((name) => name.endsWith('.upload'));

function age(place: string, minutes: number): Promise<void> {
  const time = new Date(Date.now() - minutes * 60_000);
  return utimes(place, time, time);
}

const changeUpload = (set: string, uploadId: string) =>
  first.dataSource.query(`UPDATE upload_session SET ${set} WHERE id = $1`, [uploadId]);

async function removePersonOf(uploadId: string) {
  const query = 'SELECT participant_id AS id FROM upload_session WHERE id = $1';
  const [person] = await first.dataSource.query<[{ id: string }]>(query, [uploadId]);
  return second.staff().delete(`/api/admin/delete-user/${person.id}`);
}

describe('an upload', () => {
  const file = sampleWebm(UPLOAD_CHUNK_BYTES + 1_000, 7);
  const chunks = [file.subarray(0, UPLOAD_CHUNK_BYTES), file.subarray(UPLOAD_CHUNK_BYTES)];
  let cookie: string;
  beforeEach(async () => {
    cookie = await register();
  });

  const start = async () => {
    const announced = { filename: 'a.webm', totalSize: file.length, totalChunks: 2, mimeType: 'video/webm' };
    const { body } = await at(first).post('/api/uploads/start').set('Cookie', cookie).send(announced).expect(201);
    return (body as { uploadId: string }).uploadId;
  };
  const post = (server: TestApp, address: string, body: object = {}) =>
    at(server).post(address).set('Cookie', cookie).send(body);
  const claim = (uploadId: string) =>
    post(second, '/api/videos/upload-cloud', { questionId: 2, title: 'Diagnosis', uploadId }).expect(201);

  const processed = async () => {
    const uploadId = await start();
    for (const [index, bytes] of chunks.entries()) await send(first, cookie, uploadId, index, bytes).expect(200);
    await post(first, `/api/uploads/process/${uploadId}`).expect(200);
    expect(await copiesOf(first)).toContain(`${uploadId}.upload`);
    return uploadId;
  };

  it('comes through one server and another, and is whole', async () => {
    const before = await first.app.get(MediaStore).listKeys();
    const uploadId = await start();
    await send(second, cookie, uploadId, 1, chunks[1]!).expect(200);
    await send(first, cookie, uploadId, 0, chunks[0]!).expect(200);
    await send(second, cookie, uploadId, 0, chunks[0]!).expect(200);
    await send(second, cookie, uploadId, 0, Buffer.alloc(UPLOAD_CHUNK_BYTES)).expect(409);
    await post(first, `/api/uploads/process/${uploadId}`).expect(200);
    await claim(uploadId);
    const stored = await first.app.get(MediaStore).listKeys();
    expect(stored).toHaveLength(before.length + 1);
    const { body: videos } = await at(first).get('/api/videos').set('Cookie', cookie).expect(200);
    const [video] = videos as AnswerVideo[];
    const { body } = await at(second).get(video!.videoUrl).set('Cookie', cookie).buffer().expect(200);
    expect((body as Buffer).equals(file)).toBe(true);
    expect(await keysBelow(`uploads/${uploadId}/`)).toEqual([]);
  });

  it('is lost, and not half, when the bucket has lost a chunk', async () => {
    const uploadId = await start();
    for (const [index, bytes] of chunks.entries()) await send(first, cookie, uploadId, index, bytes).expect(200);
    const [key] = await keysBelow(`uploads/${uploadId}/1-`);
    await bucket.remove(key!);
    await post(second, `/api/uploads/process/${uploadId}`).expect(410);
    await send(second, cookie, uploadId, 1, chunks[1]!).expect(200);
    await post(second, `/api/uploads/process/${uploadId}`).expect(200);
  });

  it('that nobody finishes goes from the bucket and from every disk', async () => {
    const uploadId = await start();
    await send(first, cookie, uploadId, 0, chunks[0]!).expect(200);
    await first.dataSource.query('DELETE FROM upload_session WHERE id = $1', [uploadId]);
    const files = first.app.get(UploadSessionFiles, { strict: false });
    const listed = files.listUntouchedSince.bind(files);
    files.listUntouchedSince = () => listed(new Date(Date.now() + 60_000));
    await first.app.get(UploadSweeper, { strict: false }).sweep();
    files.listUntouchedSince = listed;
    expect(await keysBelow(`uploads/${uploadId}/`)).toEqual([]);
  });

  describe('of which a server has a copy', () => {
    it.each([
      ['becomes an answer', claim],
      ['is given up', (uploadId: string) => at(second).delete(`/api/uploads/${uploadId}`).set('Cookie', cookie)],
      ['goes with its person', removePersonOf],
    ])('leaves that disk, too, once it %s through another server', async (_what, end) => {
      const uploadId = await processed();
      expect((await end(uploadId)).status).toBeLessThan(300);
      await until(async () => !(await copiesOf(first)).includes(`${uploadId}.upload`));
    });

    it('leaves that disk at the next sweep where nobody was told of its end', async () => {
      const [gone, waiting, young] = [await processed(), await processed(), await processed()];
      for (const uploadId of [gone, waiting]) await age(path.join(uploadsOf(first), `${uploadId}.upload`), 16);
      await first.dataSource.query('DELETE FROM upload_session WHERE id = ANY($1)', [[gone, young]]);
      await first.app.get(UploadSweeper, { strict: false }).sweep();
      const left = await copiesOf(first);
      expect([gone, waiting, young].map((uploadId) => left.includes(`${uploadId}.upload`))).toEqual([
        false,
        true,
        true,
      ]);
      await claim(waiting);
    });

    it('leaves that disk, too, once staff or strangers have what became of it', async () => {
      const [made, refused, apart, begun] = [
        await processed(),
        await processed(),
        await processed(),
        await processed(),
      ];
      for (const uploadId of [made, refused, apart, begun])
        await age(path.join(uploadsOf(first), `${uploadId}.upload`), 16);
      await changeUpload(`audience = 'staff', participant_id = NULL`, made);
      await changeUpload(`refusal = '{"status": 415, "code": "x", "message": "x"}'`, refused);
      await changeUpload(`audience = 'set_apart'`, apart);
      await changeUpload(`audience = 'staff', participant_id = NULL, result = NULL`, begun);
      await first.app.get(UploadSweeper, { strict: false }).sweep();
      const left = await copiesOf(first);
      expect([made, refused, apart, begun].map((uploadId) => left.includes(`${uploadId}.upload`))).toEqual([
        false,
        false,
        true,
        true,
      ]);
    });
  });

  it('leaves no half of it on a disk when the bucket has lost a chunk', async () => {
    const temporary = path.join(uploadsOf(second), 'temporary');
    const uploadId = await start();
    for (const [index, bytes] of chunks.entries()) await send(first, cookie, uploadId, index, bytes).expect(200);
    const [key] = await keysBelow(`uploads/${uploadId}/1-`);
    await bucket.remove(key!);
    const before = await readdir(temporary).catch(() => []);
    await post(second, `/api/uploads/process/${uploadId}`).expect(410);
    expect(await readdir(temporary)).toEqual(before);
  });
});

describe('a recording under way', () => {
  it('is copied for one who looks after another, and by none of them cut short', async () => {
    const files = first.app.get(UploadSessionFiles, { strict: false });
    const id = randomUUID();
    const chunks = [Buffer.alloc(1000, 1), Buffer.alloc(500, 2)].map((bytes, chunkIndex) => ({ bytes, chunkIndex }));
    for (const { bytes, chunkIndex } of chunks) await files.place(id, chunkIndex, bytes);
    const whole = chunks.map(({ bytes, chunkIndex }) => ({
      chunkIndex,
      bytes: bytes.length,
      checksum: crc32(bytes) | 0,
    }));
    using read = jest.spyOn(S3Bucket.prototype, 'open');
    const copies = [whole.slice(0, 1), whole, whole.slice(0, 1), whole].map((known) =>
      files.fileOf(id, async () => known),
    );
    const [copy] = await Promise.all(copies);
    expect((await stat(copy!)).size).toBe(1500);
    expect(read).toHaveBeenCalledTimes(3);
    await files.remove(id);
  });

  it('that ends while a copy of it is made leaves none, here or at another server', async () => {
    const open = S3Bucket.prototype.open;
    for (const server of [first, second]) {
      const files = server.app.get(UploadSessionFiles, { strict: false });
      const id = randomUUID();
      const bytes = Buffer.alloc(1000, 1);
      await files.place(id, 0, bytes);
      const opened = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      using _ = jest.spyOn(S3Bucket.prototype, 'open').mockImplementation(async function (this: S3Bucket, key) {
        const content = await open.call(this, key);
        opened.resolve();
        await ended.promise;
        return content;
      });
      const copying = files.fileOf(id, async () => [{ chunkIndex: 0, bytes: 1000, checksum: crc32(bytes) | 0 }]);
      await opened.promise;
      const removing = first.app.get(UploadSessionFiles, { strict: false }).remove(id);
      await until(async () => (await keysBelow(`uploads/${id}/`)).length === 0);
      ended.resolve();
      await Promise.all([copying, removing]);
      await until(async () => !(await copiesOf(server)).includes(`${id}.upload`));
      expect(await keysBelow(`uploads/${id}/`)).toEqual([]);
    }
  });

  it('of which nothing is there any more is no file', async () => {
    const files = first.app.get(UploadSessionFiles, { strict: false });
    const id = randomUUID();
    await expect(files.fileOf(id, async () => [])).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await copiesOf(first)).not.toContain(`${id}.upload`);
  });

  it('is seen through every server, as far as it has come', async () => {
    const cookie = await register();
    const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
    const { body } = await at(first).post('/api/recording-drafts').set('Cookie', cookie).send(recording).expect(201);
    const { uploadId } = body as { uploadId: string };
    const slices = [sampleWebm(900, 1), Buffer.alloc(1_100, 2)];
    const watch = async (server: TestApp) =>
      (await at(server).get(`/api/recording-drafts/${uploadId}/stream`).set('Cookie', cookie).buffer().expect(200))
        .body as Buffer;
    await send(first, cookie, uploadId, 0, slices[0]!).expect(200);
    expect((await watch(second)).length).toBe(slices[0]!.length);
    await send(second, cookie, uploadId, 1, slices[1]!).expect(200);
    for (const server of [first, second]) expect((await watch(server)).equals(Buffer.concat(slices))).toBe(true);
    await at(second).delete(`/api/uploads/${uploadId}`).set('Cookie', cookie).expect(204);
    expect(await keysBelow(`uploads/${uploadId}/`)).toEqual([]);
    expect(await readdir(path.join(second.config.stateDir, 'uploads'))).not.toContain(`${uploadId}.upload`);
  });
});

describe('the ledger', () => {
  it('has every word of every server, and outlives each of them', async () => {
    const [one, other]: [string, string] = [randomUUID(), randomUUID()];
    const ledgers = [first, second].map(({ app }) => app.get(WithdrawalLedger, { strict: false }));
    await ledgers[0]!.append({ kind: 'hidden', participantId: one });
    await ledgers[1]!.append({ kind: 'hidden', participantId: other });
    const nowhereYet = await mkdtemp(path.join(os.tmpdir(), 'ledger-'));
    const { mediaPlace, s3: access } = first.config;
    const later = new WithdrawalLedger({ stateDir: nowhereYet, mediaPlace, s3: access } as AppConfig);
    // The new one first: whoever exchanges brings what they have alone.
    for (const ledger of [later, later, ...ledgers]) await ledger.exchange();
    for (const ledger of [...ledgers, later]) {
      const { entries, unread } = await ledger.read();
      const own = entries.map(({ participantId }) => participantId!).filter((id) => [one, other].includes(id));
      expect(own.toSorted()).toEqual([one, other].toSorted());
      expect(unread).toEqual([]);
    }
    await rm(nowhereYet, { recursive: true });
  });

  it('has no word that the bucket did not take', async () => {
    const ledger = first.app.get(WithdrawalLedger, { strict: false });
    const word = { kind: 'hidden', participantId: randomUUID() } as const;
    using _ = jest.spyOn(S3Bucket.prototype, 'putBytes').mockRejectedValueOnce(new Error('away'));
    await expect(ledger.append(word)).rejects.toThrow('away');
    expect((await ledger.read()).entries).not.toContainEqual(expect.objectContaining(word));
  });

  it('has a word that only one disk had', async () => {
    const alone = { at: '2026-01-02T03:04:05.000Z', kind: 'hidden', participantId: randomUUID() };
    await appendFile(path.join(first.config.stateDir, 'ledger/withdrawals.jsonl'), `${JSON.stringify(alone)}\n`);
    const ledgers = [first, second].map(({ app }) => app.get(WithdrawalLedger, { strict: false }));
    for (const ledger of ledgers) await ledger.exchange();
    expect((await ledgers[1]!.read()).entries).toContainEqual(alone);
  });
});

describe('the public site', () => {
  let archive: ArchiveClient;
  let kept: ShowcaseVideo;
  beforeAll(async () => {
    archive = await ArchiveClient.signIn(first);
    for (const server of [first, second]) await server.app.get(Publisher).bringUpToDate();
    // The other may be slow on a crowded machine.
    first.app.get(SiteServers).publishedWithinMs = 60_000;
    kept = await publish('Kim');
  });

  const publish = async (name: string) => archive.publish(await archive.register(name), { questionId: 1 });

  it('is the same on every disk, as soon as a producer is told', async () => {
    const video = await publish('Anna');
    for (const server of [first, second]) {
      await get(server, video).expect(200);
      await at(server).get(mediaOf(video)).expect(200);
    }
    await archive.unapprove(video.id).expect(200);
    for (const server of [second, first]) {
      await get(server, video).expect(404);
      await at(server).get(mediaOf(video)).expect(404);
    }
  });

  it('shows nothing that was withdrawn, though the other server cannot publish', async () => {
    const video = await publish('Ben');
    using release = holdSecond();
    const unapproved = archive.unapprove(video.id).then(({ status }) => status);
    // Refused by name, or with everything else where it is not sure of having heard all.
    await until(async () => (await get(second, video)).status !== 200);
    expect([404, 503]).toContain((await get(second, video)).status);
    expect([404, 503]).toContain((await at(second).get(mediaOf(video))).status);
    release();
    expect(await unapproved).toBe(200);
    await until(async () => (await get(second, kept)).status === 200);
  });

  it('shows nobody under an earlier name, though the other server cannot publish', async () => {
    const { browser, id } = await provenPerson(first);
    const video = await archive.publish(id, { questionId: 1 });
    await get(second, video).expect(200);
    using release = holdSecond();
    const renaming = browser.patch('/api/my-story').send({ shownName: 'Robin' });
    const renamed = renaming.then(({ status }) => status);
    await until(async () => (await get(second, video)).status !== 200);
    release();
    expect(await renamed).toBe(204);
    await until(async () => (await get(second, kept)).status === 200);
  });

  it('shows no story on the other server, until it has published, where more was withdrawn than can be told', async () => {
    const publisher = first.app.get(Publisher);
    using release = holdSecond();
    publisher.block(...Array.from({ length: 100 }, () => ({ id: randomUUID(), mimeType: null, userName: 'nobody' })));
    const told = publisher.bringUpToDate();
    await until(async () => (await get(second, kept)).status === 503);
    release();
    await told;
    await get(second, kept).expect(200);
  });

  it('is waited for as long as another server may show what was withdrawn', async () => {
    const servers = first.app.get(SiteServersRepository, { strict: false });
    using behind = jest.spyOn(servers, 'countBehind').mockResolvedValueOnce({ unblocked: 1, unpublished: 0 });
    await first.app.get(SiteServers).untilFollowed(0);
    expect(behind).toHaveBeenCalledTimes(2);
  });

  it('is told to staff where another server has not followed, which is told anew until it has', async () => {
    const video = await publish('Emil');
    using following = jest.spyOn(first.app.get(SiteServers), 'untilFollowed');
    const failure = new Error('Another server has not followed.');
    following.mockRejectedValueOnce(failure);
    using logged = jest.spyOn(Logger.prototype, 'error');
    await archive.unapprove(video.id).expect(503);
    const publisher = first.app.get(Publisher);
    expect(publisher.state().failure).toMatchObject({ retryAt: expect.any(String) as string });
    expect(logged.mock.calls).toEqual([[failure]]);
    await until(() => publisher.state().failure === null);
    expect(following.mock.calls.length).toBeGreaterThan(1);
  });

  it('is looked at anew when a server goes that may have ended before it told of a withdrawal', async () => {
    const video = await publish('Dora');
    const id = randomUUID();
    const { dataSource } = first;
    await dataSource.query(
      `INSERT INTO site_server (id, seen_at, blocked, published) VALUES ($1, clock_timestamp(), 0, 0)`,
      [id],
    );
    const notSince = 'SELECT FROM site_server WHERE seen_at < (SELECT seen_at FROM site_server WHERE id = $1)';
    await until(async () => (await dataSource.query<unknown[]>(notSince, [id])).length === 0);
    await dataSource.query('UPDATE showcase_video SET is_approved = false WHERE id = $1', [video.id]);
    await dataSource.query('DELETE FROM site_server WHERE id = $1', [id]);
    await until(async () => (await get(second, video)).status === 404);
    expect((await get(second, kept)).status).toBe(200);
  });

  it('is followed on another line to the database where nothing comes back on the one before', async () => {
    const lines = `SELECT pid FROM pg_stat_activity
      WHERE application_name = 'stories signals' AND datname = current_database()`;
    const pids = async () => (await first.dataSource.query<{ pid: number }[]>(lines)).map(({ pid }) => pid);
    const before = await pids();
    process.kill(before[0]!, 'SIGSTOP');
    try {
      await until(async () => (await pids()).some((pid) => !before.includes(pid)));
    } finally {
      process.kill(before[0]!, 'SIGCONT');
    }
    for (const server of [first, second]) await until(async () => (await get(server, kept)).status === 200);
    await until(async () => (await pids()).length === 2);
    expect(await pids()).not.toContain(before[0]);
  });

  it('shows no story on a server that may have missed something, and is not kept waiting for it', async () => {
    const video = await publish('Cleo');
    await second.line.cut();
    await archive.unapprove(video.id).expect(200);
    await get(second, video).expect(503);
    await get(second, kept).expect(503);
    await at(second).get('/').expect(200);
    await second.line.mend();
    await until(async () => (await get(second, kept)).status === 200);
    await get(second, video).expect(404);
  });
});

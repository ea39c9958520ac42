import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createHash, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { AnswerJoinsWorker } from '../../people/interview/answer-joins.worker.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { signUp } from '../../testing/participants.js';
import { transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, toDataUrl } from '../../testing/sample-media.js';
import { until } from '../../testing/until.js';
import { AudioExtractor } from '../transcode/audio-extractor.js';
import { FfmpegLocator } from '../transcode/ffmpeg-locator.js';
import { PublicCopiesService } from '../transcode/public-copies.service.js';
import { Transcode } from '../transcode/transcode.entity.js';
import { MediaFile } from './media-file.entity.js';
import { MediaService } from './media.service.js';
import { S3MediaStore } from './s3-media-store.js';
import { both, makeVideo, VP8 } from '../../testing/sample-videos.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

async function* failingAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
  throw new Error('The line to the store broke.');
}

/** One that plays as that does, and is told from it. */
const another = (video: Buffer) => Buffer.concat([video, Buffer.alloc(1)]);

describe('with a store that has no paths, the product', () => {
  let s3: TestS3;
  let store: S3MediaStore;
  let testApp: TestApp;
  let archive: ArchiveClient;
  let clip: Buffer;
  let video: ShowcaseVideo;

  beforeAll(async () => {
    s3 = await startS3();
    store = new S3MediaStore({ bucket: s3.bucket, prefix: 'paths/' }, s3.access);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'without-paths-'));
    clip = await readFile(await makeVideo(path.join(folder, 'clip.webm'), ...both('90x160'), ...VP8));
    await rm(folder, { recursive: true });
    testApp = await createTestApp(WITH_VIDEO_TOOLS, { mediaStore: store });
    archive = await ArchiveClient.signIn(testApp);
    video = (await archive.upload(await archive.register(), { questionId: 1 }, clip).expect(201)).body as ShowcaseVideo;
    await transcodedVideos(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await s3.stop();
  });

  const original = () => archive.get(`/api/admin/showcase-videos/${video.id}/original`).responseType('blob');

  it('serves a file whole and in parts', async () => {
    const whole = await original().expect(200);
    expect(clip.equals(whole.body as Buffer)).toBe(true);
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/webm' });
    const part = await original().set('Range', 'bytes=10-19').expect(206);
    expect(clip.subarray(10, 20).equals(part.body as Buffer)).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${clip.length}`);
    const etag = String(whole.headers.etag);
    await original().set('If-None-Match', etag).expect(304);
    await original().set('Range', 'bytes=0-3').set('If-Range', etag).expect(206);
    await original().set('Range', 'bytes=0-3').set('If-Range', '"old"').expect(200);
    await original().set('Range', 'bytes=0-1,4-5').expect(200);
    const address = `/api/admin/showcase-videos/${video.id}/original`;
    const head = await testApp.http.head(address).set('Cookie', archive.cookie).set('Range', 'bytes=0-3').expect(206);
    expect(head.headers['content-length']).toBe('4');
  });

  it('sends a browser to the store for a download, by a link of a minute, and never for what is played', async () => {
    const linked = new S3MediaStore(
      { bucket: s3.bucket, prefix: 'paths/' },
      { ...s3.access, linkOrigin: s3.access.endpoint },
    );
    const linkTo = store.linkTo.bind(store);
    store.linkTo = linked.linkTo.bind(linked);
    try {
      const address = `/api/admin/showcase-videos/${video.id}/original`;
      const { headers } = await original().redirects(0).expect(302);
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect(headers).not.toHaveProperty('etag');
      expect(new URL(headers.location!).searchParams.get('X-Amz-Expires')).toBe('60');
      const followed = await fetch(headers.location!, { headers: { Range: 'bytes=10-19' } });
      expect(followed.status).toBe(206);
      expect(Buffer.from(await followed.arrayBuffer())).toEqual(clip.subarray(10, 20));
      expect(followed.headers.get('content-type')).toBe('video/webm');
      expect(followed.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(followed.headers.get('cache-control')).toBe('private, no-store');
      await testApp.http.get(address).redirects(0).expect(401);
      await testApp.http.head(address).set('Cookie', archive.cookie).expect(200);
      await archive.get(`/api/admin/showcase-videos/${video.id}/stream`).redirects(0).expect(200);
    } finally {
      store.linkTo = linkTo;
    }
  });

  it('cuts a response off whose file cannot be read to its end: nobody takes the half for the whole', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const openRange = store.openRange.bind(store);
    using reading = jest
      .spyOn(store, 'openRange')
      .mockImplementation(async (opened) =>
        opened === file.key ? Readable.from(failingAfter(clip.subarray(0, 1000))) : openRange(opened),
      );
    await expect(original()).rejects.toThrow('aborted');
    reading.mockRestore();
    await original().expect(200);
  });

  it('describes no file in the answer that it cannot be read', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const openRange = store.openRange.bind(store);
    const refuse = Object.assign(new Error('No such key.'), { code: 'ETIMEDOUT' });
    using _ = jest
      .spyOn(store, 'openRange')
      .mockImplementation((key, range) => (key === file.key ? Promise.reject(refuse) : openRange(key, range)));
    const { body, headers } = await archive
      .get(`/api/admin/showcase-videos/${video.id}/original`)
      .set('Range', 'bytes=0-3')
      .expect(503);
    expect(body).toMatchObject({ code: 'away' });
    expect(headers['content-type']).toMatch(/^application\/json/);
    for (const name of ['content-range', 'content-disposition', 'accept-ranges']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('refuses a file that is gone from the store as one that is gone from a disk', async () => {
    const own = another(another(another(clip)));
    const { id } = (await archive.upload(await archive.register(), { questionId: 1 }, own).expect(201))
      .body as ShowcaseVideo;
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(own) });
    await store.remove(file.key);
    const { body, headers } = await archive
      .get(`/api/admin/showcase-videos/${id}/original`)
      .set('Range', 'bytes=0-3')
      .expect(404);
    expect(body).toMatchObject({ code: 'media_not_found' });
    expect(headers).not.toHaveProperty('content-range');
    await archive.remove(id).expect(204);
    await transcodedVideos(testApp);
  });

  it('has a file where a program can read it for as long as that works, and no longer', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const media = testApp.app.get(MediaService, { strict: false });
    let place = '';
    const reading = media.withFile(file, async (found) => {
      place = found;
      expect(found).toContain(path.join(testApp.config.stateDir, 'preparing'));
      expect((await readFile(found)).equals(clip)).toBe(true);
      throw new Error('It could not be decoded.');
    });
    await expect(reading).rejects.toThrow('It could not be decoded.');
    await expect(readdir(path.dirname(place))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('lets go of a file that cannot be copied to where a program would read it', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'without-paths-'));
    await mkdir(path.join(folder, 'original'));
    const opened: Readable[] = [];
    const openRange = store.openRange.bind(store);
    using _ = jest.spyOn(store, 'openRange').mockImplementation(async (...of) => {
      opened.push(await openRange(...of));
      return opened[0]!;
    });
    const media = testApp.app.get(MediaService, { strict: false });
    await expect(media.fileFor(file, folder)).rejects.toMatchObject({ code: 'EISDIR' });
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
    await rm(folder, { recursive: true });
  });

  it('joins an answer that was recorded in pieces', async () => {
    const { browser } = await registerPerson(testApp, `pieces-${randomUUID()}@example.org`);
    const answer = { questionId: 1, title: 'Life before ME/CFS' };
    for (const recording of [clip, another(clip)]) {
      const videoData = toDataUrl(recording, 'video/webm');
      await browser
        .post('/api/videos/upload-cloud')
        .send({ ...answer, isAddition: true, videoData })
        .expect(201);
    }
    const read = async () => ((await browser.get('/api/videos').expect(200)).body as AnswerVideo[])[0]!;
    expect(await read()).toMatchObject({ isJoined: false, pieces: [{}, {}] });
    await testApp.dataSource.query('UPDATE answer SET join_due_at = now()');
    await testApp.app.get(AnswerJoinsWorker, { strict: false }).look();
    await until(async () => (await read()).isJoined);
    const { sha256: joined, pieces } = await read();
    expect(pieces.map((piece) => piece.sha256)).not.toContain(joined);
    await transcodedVideos(testApp);
  });

  it('tries to join pieces later each time while the store fails', async () => {
    const { browser } = await registerPerson(testApp, `later-${randomUUID()}@example.org`);
    for (const recording of [clip, another(another(clip))]) {
      const answer = { questionId: 1, title: 'Life before ME/CFS', videoData: toDataUrl(recording, 'video/webm') };
      const send = browser.post('/api/videos/upload-cloud').send({ ...answer, isAddition: true });
      await send.expect(201);
    }
    const read = async () => ((await browser.get('/api/videos').expect(200)).body as AnswerVideo[])[0]!;
    await transcodedVideos(testApp);
    await until(async () => (await read()).isJoined);
    const { dataSource } = testApp;
    const due = async () => {
      const [row] = await dataSource.query<{ failures: number; attempts: number; seconds: number }[]>(
        `SELECT join_failures AS failures, join_attempts AS attempts,
           extract(epoch FROM join_due_at - now())::float8 AS seconds FROM answer WHERE join_due_at IS NOT NULL`,
      );
      return row;
    };
    const joinNow = async () => {
      await dataSource.query('UPDATE answer SET join_due_at = now() WHERE join_due_at IS NOT NULL');
      await testApp.app.get(AnswerJoinsWorker, { strict: false }).look();
    };
    const openRange = store.openRange.bind(store);
    store.openRange = () => Promise.reject(new Error('The store is away.'));
    try {
      const { id, pieces } = await read();
      const pieceIds = pieces.map((piece) => piece.id).toReversed();
      await browser.put(`/api/videos/${id}/pieces`).send({ pieceIds }).expect(200);
      const pauses = [30, 60, 120, 240, 480, 600, 600];
      // It may be tried twice at one look: once because it came, and once more because it is due again.
      for (let failures = 0; failures < pauses.length;) {
        let found: Awaited<ReturnType<typeof due>>;
        await joinNow();
        await until(async () => {
          found = await due();
          // Not yet tried again after `joinNow`: it failed once more before that.
          return found?.attempts === 0 && found.failures > failures && found.seconds > 0;
        });
        failures = found!.failures;
        expect(Math.abs(found!.seconds - (pauses[failures - 1] ?? 600))).toBeLessThan(15);
      }
    } finally {
      store.openRange = openRange;
    }
    await until(async () => {
      await joinNow();
      return (await read()).isJoined;
    });
    expect(await due()).toBeUndefined();
    await transcodedVideos(testApp);
  });

  it('reads the sound of a video', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const sound = testApp.app.get(AudioExtractor, { strict: false });
    const begin = await sound.use(file, new AbortController().signal, (wave) => wave.slice(0, 4).text());
    expect(begin).toBe('RIFF');
  });

  it('makes a copy of a video for the public, which need not wait for the conversion', async () => {
    const file = await testApp.app.get(DataSource).manager.findOneByOrFail(MediaFile, { sha256: sha256(clip) });
    const copies = testApp.app.get(PublicCopiesService, { strict: false });
    const tools = await testApp.app.get(FfmpegLocator, { strict: false }).require();
    const { manager } = testApp.app.get(DataSource);
    const mediaId = file.id;
    const { playableMediaId, copyState } = await manager.findOneByOrFail(Transcode, { mediaId });
    await manager.update(Transcode, { mediaId }, { copyState: 'wanted', playableMediaId: null });
    await copies.make(mediaId, tools, new AbortController().signal);
    expect(await manager.findOneBy(Transcode, { mediaId })).toMatchObject({ copyState: 'made' });
    await manager.update(Transcode, { mediaId }, { copyState, playableMediaId, copyMediaId: null });
  });

  it('prepares a video and publishes it', async () => {
    const ready = expect.objectContaining({ state: 'ready', width: 90, height: 160 }) as unknown;
    expect(await transcodedVideos(testApp)).toContainEqual(ready);
    await archive.approve(video.id).expect(200);
    const { headers } = await testApp.http.get(`/media/${video.id}.mp4`).expect(200);
    expect(headers['content-type']).toBe('video/mp4');
    await archive.unapprove(video.id).expect(200);
    await testApp.http.get(`/media/${video.id}.mp4`).expect(404);
  });

  it('keeps a photo in its sizes', async () => {
    const cookie = await signUp(testApp);
    const photo = { originalName: 'me.jpg', imageData: toDataUrl(await sampleJpeg(), 'image/jpeg') };
    const { body } = await testApp.http.post('/api/photos').set('Cookie', cookie).send(photo).expect(201);
    const { id } = body as { id: string };
    const shown = await testApp.http.get(`/api/photos/stream/${id}`).set('Cookie', cookie).expect(200);
    expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 640 });
  });

  it('leaves nothing of what is removed', async () => {
    const before = new Set(await store.listKeys());
    const { body } = await archive.upload(await archive.register(), {}, another(clip)).expect(201);
    await transcodedVideos(testApp);
    expect((await store.listKeys()).length).toBeGreaterThan(before.size + 1);
    await archive.remove((body as ShowcaseVideo).id).expect(204);
    expect((await store.listKeys()).filter((key) => !before.has(key))).toEqual([]);
  });

  describe('refuses', () => {
    it('a range outside the file, and tells how long the file is', async () => {
      const address = `/api/admin/showcase-videos/${video.id}/original`;
      const refused = await archive.get(address).set('Range', `bytes=${clip.length}-`).expect(416);
      expect(refused.body).toEqual({
        code: 'range_not_satisfiable',
        message: 'The requested range is outside the file.',
      });
      expect(refused.headers['content-range']).toBe(`bytes */${clip.length}`);
    });
  });
});

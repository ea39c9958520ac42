import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, truncate } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { jest } from '@jest/globals';
import {
  FREE_SPACE_BYTES,
  PUBLIC_UPLOAD_FREE_SPACE_BYTES,
  RECORDING_ROOM_BYTES,
  UPLOAD_CHUNK_BYTES,
  VIDEO_MAX_BYTES,
} from '../../contract/common/limits.js';
import type { StartUploadResponse } from '../../contract/media/uploads.js';
import { signUp } from '../../testing/participants.js';
import { cookieOf, provenPerson } from '../../testing/proven-person.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { startSecondServer } from '../../testing/second-server.js';
import { stalledRequest } from '../../testing/stalled-request.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { UploadClient } from '../../testing/upload-client.js';
import { FreeSpace } from './free-space.js';

const RECORDING = randomBytes(2 * UPLOAD_CHUNK_BYTES + 1000);
const OTHER_CHUNK = randomBytes(UPLOAD_CHUNK_BYTES);
const SHA256 = createHash('sha256').update(RECORDING).digest('hex');

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;

describe('uploads of participants', () => {
  let testApp: TestApp;
  let cookie: string;
  let client: UploadClient;

  beforeAll(async () => {
    testApp = await createTestApp();
    cookie = await signUp(testApp);
    client = new UploadClient(testApp, cookie, RECORDING);
  });
  afterAll(() => testApp.close());
  afterEach(() => until(async () => (await temporaryFiles()).length === 0));

  const uploadsFolder = () => path.join(testApp.config.stateDir, 'uploads');
  const temporaryFiles = () => readdir(path.join(uploadsFolder(), 'temporary')).catch(() => []);
  const fileOf = (uploadId: string) => path.join(uploadsFolder(), `${uploadId}.upload`);
  const readUpload = (uploadId: string) => readFile(fileOf(uploadId));
  const provenCookie = async () => cookieOf((await provenPerson(testApp)).browser);
  const askForRoom = () => testApp.http.get('/api/uploads/room').set('Cookie', cookie);

  async function expectWhole(uploadId: string): Promise<void> {
    const { body } = await client.process(uploadId).expect(200);
    expect(body).toEqual({ uploadId, fileSize: RECORDING.length, sha256: SHA256 });
    expect((await readUpload(uploadId)).equals(RECORDING)).toBe(true);
  }

  /** A request of which no more than the beginning of the chunk comes. */
  function beginChunk(uploadId: string, index: number, bytes: Buffer): http.ClientRequest {
    const { port } = testApp.app.getHttpServer().address() as AddressInfo;
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b', 'content-length': UPLOAD_CHUNK_BYTES };
    const request = http.request({ port, method: 'POST', path: '/api/uploads/chunk', headers });
    request.on('error', () => {});
    request.write(part('name="uploadId"', `${uploadId}\r\n`) + part('name="chunkIndex"', `${index}\r\n`));
    request.write(part('name="chunk"; filename="blob"', ''));
    request.write(bytes);
    return request;
  }

  async function expectFirstChunk(uploadId: string, expected: Buffer): Promise<void> {
    const file = await readUpload(uploadId);
    expect(file.subarray(0, UPLOAD_CHUNK_BYTES).equals(expected)).toBe(true);
  }

  it.each([
    ['in order', [0, 1, 2]],
    ['backwards', [2, 1, 0]],
    ['the last in the middle', [1, 2, 0]],
  ])('arrive with their chunks %s', async (_order, [first, second, third]) => {
    const uploadId = await client.open();
    for (const index of [first!, second!]) {
      const { body } = await client.send(uploadId, index).expect(200);
      expect(body).toEqual({ complete: true, readyForProcessing: false });
    }
    const { body } = await client.send(uploadId, third!, { fieldsLast: true }).expect(200);
    expect(body).toEqual({ complete: true, readyForProcessing: true });
    await expectWhole(uploadId);
  });

  it('arrive with their chunks all at once', async () => {
    const uploadId = await client.open();
    await Promise.all([0, 1, 2].map((index) => client.send(uploadId, index).expect(200)));
    await expectWhole(uploadId);
  });

  it('arrive in chunks without a form around them, beside others in one', async () => {
    const uploadId = await client.open();
    await client.sendRaw(uploadId, 0).expect(200);
    await client.send(uploadId, 1).expect(200);
    const { body } = await client.sendRaw(uploadId, 2).expect(200);
    expect(body).toEqual({ complete: true, readyForProcessing: true });
    await client.sendRaw(uploadId, 1).expect(200);
    await client.sendRaw(uploadId, 1, OTHER_CHUNK).expect(409);
    await expectWhole(uploadId);
  });

  it('may be one small chunk, with numbers as text', async () => {
    const small = new UploadClient(testApp, cookie, Buffer.from('12345'));
    const uploadId = await small.open({ totalSize: '5', totalChunks: '1' });
    const { body } = await small.send(uploadId, 0, { fields: { totalSize: '5' } }).expect(200);
    expect(body).toEqual({ complete: true, readyForProcessing: true });
  });

  it('answer the same chunk the same way again, also when all is processed', async () => {
    const uploadId = await client.open();
    await client.send(uploadId, 0).expect(200);
    const again = await client.send(uploadId, 0).expect(200);
    expect(again.body).toEqual({ complete: true, readyForProcessing: false });
    await client.send(uploadId, 1).expect(200);
    await client.send(uploadId, 2).expect(200);
    await client.process(uploadId).expect(200);
    const late = await client.send(uploadId, 0).expect(200);
    expect(late.body).toEqual({ complete: true, readyForProcessing: true });
  });

  it('tell what has arrived', async () => {
    const uploadId = await client.open();
    await client.send(uploadId, 2).expect(200);
    await client.send(uploadId, 0).expect(200);
    const { body } = await client.status(uploadId).expect(200);
    expect(body).toEqual({
      uploadId,
      totalChunks: 3,
      totalSize: RECORDING.length,
      receivedChunks: [0, 2],
      readyForProcessing: false,
    });
  });

  it('go on after a restart', async () => {
    const uploadId = await client.open();
    await client.send(uploadId, 1).expect(200);
    await testApp.restart();
    expect((await client.status(uploadId).expect(200)).body).toMatchObject({ receivedChunks: [1] });
    await client.send(uploadId, 0).expect(200);
    await client.send(uploadId, 2).expect(200);
    await expectWhole(uploadId);
  });

  it('count nothing of chunks that are cut off, wherever they waited', async () => {
    const uploadId = await client.open();
    const requests = Array.from({ length: 12 }, () => beginChunk(uploadId, 0, OTHER_CHUNK.subarray(0, 1_000_000)));
    while ((await temporaryFiles()).length < 4) await new Promise(setImmediate);
    for (const request of requests) request.destroy();
    while ((await temporaryFiles()).length > 0) await new Promise(setImmediate);
    expect((await client.status(uploadId)).body).toMatchObject({ receivedChunks: [] });
    await client.send(uploadId, 0).expect(200);
    await expectFirstChunk(uploadId, client.chunk(0));
  });

  it('take the same chunk from many at once', async () => {
    const uploadId = await client.open();
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.send(uploadId, 1)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const index of [0, 2]) await client.send(uploadId, index).expect(200);
    await expectWhole(uploadId);
  });

  describe('whose file was lost, as after a restored backup', () => {
    const LOST = {
      code: 'upload_lost',
      message: 'What had arrived of this file is gone. Please send it again from the start.',
    };
    it('say so at every call, and acknowledge nothing', async () => {
      const uploadId = await client.open();
      for (const index of [0, 1]) await client.send(uploadId, index).expect(200);
      await rm(fileOf(uploadId));
      expect((await client.send(uploadId, 0).expect(410)).body).toEqual(LOST);
      expect((await client.send(uploadId, 2).expect(410)).body).toEqual(LOST);
      expect((await client.status(uploadId).expect(410)).body).toEqual(LOST);
      await testApp.dataSource.query('INSERT INTO upload_chunk (upload_id, chunk_index, bytes) VALUES ($1, 2, 1000)', [
        uploadId,
      ]);
      expect((await client.process(uploadId).expect(410)).body).toEqual(LOST);
    });

    it('say so also when all had been there', async () => {
      const uploadId = await client.upload();
      await client.process(uploadId).expect(200);
      await rm(fileOf(uploadId));
      expect((await client.process(uploadId).expect(410)).body).toEqual(LOST);
      await client.send(uploadId, 0).expect(410);
      await client.status(uploadId).expect(410);
      const answer = { questionId: 1, title: 'An answer', uploadId };
      const { body } = await testApp.http
        .post('/api/videos/upload-cloud')
        .set('Cookie', cookie)
        .send(answer)
        .expect(410);
      expect(body).toEqual(LOST);
    });

    it('say so of a file that was cut short', async () => {
      const uploadId = await client.open();
      for (const index of [0, 1]) await client.send(uploadId, index).expect(200);
      await truncate(fileOf(uploadId), 100);
      for (const index of [0, 2]) expect((await client.send(uploadId, index).expect(410)).body).toEqual(LOST);
    });

    it('take a chunk again whose bytes alone are missing', async () => {
      const uploadId = await client.open();
      for (const index of [0, 1, 2]) await client.send(uploadId, index).expect(200);
      await truncate(fileOf(uploadId));
      await truncate(fileOf(uploadId), RECORDING.length);
      await testApp.restart();
      expect((await client.process(uploadId).expect(410)).body).toEqual(LOST);
      await client.send(uploadId, 0, { bytes: OTHER_CHUNK }).expect(409);
      for (const index of [0, 1, 2]) await client.send(uploadId, index).expect(200);
      await expectWhole(uploadId);
    });
  });

  describe('find out before they begin', () => {
    let space: FreeSpace;
    beforeEach(async () => {
      space = testApp.app.get(FreeSpace, { strict: false });
      await testApp.dataSource.query('DELETE FROM upload_session');
    });
    afterEach(() => jest.restoreAllMocks());

    const free = (bytes: number, floorBytes = PUBLIC_UPLOAD_FREE_SPACE_BYTES) =>
      jest.spyOn(space, 'availableBytes').mockResolvedValue(floorBytes + bytes);

    it('whether there is room for a recording', async () => {
      await askForRoom().expect(204);
      free(RECORDING_ROOM_BYTES - 1);
      const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
      await testApp.http.post('/api/recording-drafts').set('Cookie', cookie).send(recording).expect(507);
      const { body } = await askForRoom().expect(507);
      expect(body).toEqual({
        code: 'out_of_space',
        message: 'We have no room for more files just now. Nothing was saved; please try again later.',
      });
      await testApp.http.get('/api/uploads/room').expect(401);
    });

    it('that who has only registered leaves room for those who are known', async () => {
      const { browser } = await provenPerson(testApp);
      free(RECORDING_ROOM_BYTES, FREE_SPACE_BYTES);
      await askForRoom().expect(507);
      await client.start().expect(507);
      await browser.get('/api/uploads/room').expect(204);
      free(RECORDING_ROOM_BYTES - 1, FREE_SPACE_BYTES);
      await browser.get('/api/uploads/room').expect(507);
    });

    it('that those who are known leave what everything else needs, also with what they send at once', async () => {
      const { browser } = await provenPerson(testApp);
      const imageData = toDataUrl(await sampleJpeg({ width: 20 }), 'image/jpeg');
      const post = () => browser.post('/api/photos').send({ originalName: 'a.jpg', imageData });
      free(0, FREE_SPACE_BYTES);
      expect((await post().expect(507)).body).toMatchObject({ code: 'out_of_space' });
      free(imageData.length + 1_000, FREE_SPACE_BYTES);
      await post().expect(201);
    });

    it('that who has only registered leaves it also with what they began before, or send at once', async () => {
      const uploadId = await client.open();
      free(UPLOAD_CHUNK_BYTES - 1);
      await client.send(uploadId, 0).expect(507);
      free(0);
      const post = (to: string, body: object) => testApp.http.post(to).set('Cookie', cookie).send(body);
      const imageData = toDataUrl(await sampleJpeg({ width: 20 }), 'image/jpeg');
      await post('/api/photos', { originalName: 'a.jpg', imageData }).expect(507);
      const videoData = toDataUrl(sampleWebm(), 'video/webm');
      await post('/api/videos/upload-cloud', { questionId: 1, title: 'Before', videoData }).expect(507);
      free(UPLOAD_CHUNK_BYTES);
      await client.send(uploadId, 0).expect(200);

      const { browser } = await provenPerson(testApp);
      const started = await browser.post('/api/uploads/start').send(client.startRequest).expect(201);
      free(0, 0);
      await browser
        .post('/api/uploads/chunk')
        .field({ uploadId: (started.body as StartUploadResponse).uploadId, chunkIndex: 0 })
        .attach('chunk', client.chunk(0), 'blob')
        .expect(200);
    });

    it('that who has only registered sends at once what leaves it whole, before it comes', async () => {
      const videoData = toDataUrl(sampleWebm(2 * UPLOAD_CHUNK_BYTES), 'video/webm');
      const body = { questionId: 1, title: 'Long', videoData };
      const post = () => testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(body);
      const bytes = JSON.stringify(body).length;
      free(bytes - 1);
      await post().expect(507);
      free(bytes);
      await post().expect(201);
    });

    it('nothing more once all has come: what lies here is kept, however little room is left', async () => {
      const recording = new UploadClient(testApp, cookie, sampleWebm(2 * UPLOAD_CHUNK_BYTES));
      const uploadId = await recording.upload();
      free(0);
      const answer = { questionId: 1, title: 'All of it', uploadId };
      await testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(answer).expect(201);
    });

    it('whether there is room beside what others have announced', async () => {
      const known = client.through({ cookie: await provenCookie() });
      free(RECORDING.length + UPLOAD_CHUNK_BYTES, FREE_SPACE_BYTES);
      const uploadId = await known.open();
      await known.start().expect(507);
      await askForRoom().expect(507);
      // What has come is no longer only announced: it takes its room on the disk.
      for (const index of [0, 1]) await known.send(uploadId, index).expect(200);
      await known.open();
    });

    it('that a recording under way keeps the room of a whole one, whatever of it has come', async () => {
      const { browser } = await provenPerson(testApp);
      const known = client.through({ cookie: await provenCookie() });
      const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
      await browser.post('/api/recording-drafts').send(recording).expect(201);
      free(RECORDING_ROOM_BYTES + RECORDING.length - 1, FREE_SPACE_BYTES);
      await known.start().expect(507);
      free(RECORDING_ROOM_BYTES + RECORDING.length, FREE_SPACE_BYTES);
      await known.open();
    });

    it('that nobody keeps others out by announcing much', async () => {
      const known = client.through({ cookie: await provenCookie() });
      free(3 * RECORDING.length, FREE_SPACE_BYTES);
      for (let count = 0; count < 4; count++) await known.open();
      await known.start().expect(201);
      free(3 * RECORDING.length - 1, FREE_SPACE_BYTES);
      await known.start().expect(507);
    });

    it('that who has only registered keeps a chunk by announcing, or as much as has come', async () => {
      const known = client.through({ cookie: await provenCookie() });
      const largest = { totalSize: VIDEO_MAX_BYTES, totalChunks: VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES };
      const uploadId = await client.open(largest);
      const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
      await testApp.http.post('/api/recording-drafts').set('Cookie', cookie).send(recording).expect(201);
      free(RECORDING.length + 2 * UPLOAD_CHUNK_BYTES - 1, FREE_SPACE_BYTES);
      await known.start().expect(507);
      free(RECORDING.length + 2 * UPLOAD_CHUNK_BYTES, FREE_SPACE_BYTES);
      await known.open();
      free(UPLOAD_CHUNK_BYTES);
      for (const index of [0, 1]) await client.sendRaw(uploadId, index).expect(200);
      free(2 * RECORDING.length + 3 * UPLOAD_CHUNK_BYTES - 1, FREE_SPACE_BYTES);
      await known.start().expect(507);
      free(2 * RECORDING.length + 3 * UPLOAD_CHUNK_BYTES, FREE_SPACE_BYTES);
      await known.open();
    });

    it('that a body which hardly comes keeps a chunk, whatever it announces', async () => {
      const { browser } = await provenPerson(testApp);
      // Of the cases before.
      await until(async () => (await temporaryFiles()).length === 0);
      free(VIDEO_MAX_BYTES);
      const headers = { cookie, 'content-type': 'application/json', 'content-length': VIDEO_MAX_BYTES };
      const beginning = '{"questionId":1,"title":"Slow","videoData":"data:video/webm;base64,QUJD';
      using body = stalledRequest(testApp, '/api/videos/upload-cloud', headers, beginning);
      await until(async () => (await temporaryFiles()).length === 1);
      free(RECORDING_ROOM_BYTES + UPLOAD_CHUNK_BYTES, FREE_SPACE_BYTES);
      await browser.get('/api/uploads/room').expect(204);
      free(RECORDING_ROOM_BYTES + UPLOAD_CHUNK_BYTES - 1, FREE_SPACE_BYTES);
      await until(async () => (await browser.get('/api/uploads/room')).status === 507);
      body.cut();
      await until(async () => (await temporaryFiles()).length === 0);
      await browser.get('/api/uploads/room').expect(204);
    });

    it('that who has only registered leaves room also while their body comes', async () => {
      jest.spyOn(space, 'availableBytes').mockImplementation(async () => {
        const hasBegun = (await temporaryFiles()).length > 0;
        return PUBLIC_UPLOAD_FREE_SPACE_BYTES + (hasBegun ? 0 : VIDEO_MAX_BYTES);
      });
      const answer = { questionId: 1, title: 'Before', videoData: toDataUrl(sampleWebm(), 'video/webm') };
      const send = () => testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(answer);
      expect((await send().expect(507)).body).toMatchObject({ code: 'out_of_space' });
      jest.restoreAllMocks();
      await send().expect(201);
    });

    it('that whoever began long ago and goes on sending keeps the room of the rest', async () => {
      const known = client.through({ cookie: await provenCookie() });
      const uploadId = await known.open();
      await testApp.dataSource.query(`UPDATE upload_session SET created_at = created_at - interval '61 minutes'`);
      await known.send(uploadId, 0).expect(200);
      free(2 * RECORDING.length - UPLOAD_CHUNK_BYTES - 1, FREE_SPACE_BYTES);
      await known.start().expect(507);
      free(2 * RECORDING.length - UPLOAD_CHUNK_BYTES, FREE_SPACE_BYTES);
      await known.open();
    });

    it('that nobody keeps the room whose upload has stopped', async () => {
      free(RECORDING.length);
      await client.open();
      await client.start().expect(507);
      await testApp.dataSource.query(`UPDATE upload_session SET created_at = created_at - interval '61 minutes'`);
      await client.open();
    });
  });

  it('are processed once, however often and at once', async () => {
    const uploadId = await client.open();
    for (const index of [0, 1, 2]) await client.send(uploadId, index).expect(200);
    const answers = await Promise.all([1, 2, 3].map(() => client.process(uploadId)));
    for (const { body } of answers) expect(body).toEqual({ uploadId, fileSize: RECORDING.length, sha256: SHA256 });
    await expectWhole(uploadId);
  });

  describe('with two servers', () => {
    let second: Awaited<ReturnType<typeof startSecondServer>>;
    beforeAll(async () => {
      second = await startSecondServer(testApp);
    });
    afterAll(() => second.close());

    it('arrive at either', async () => {
      const uploadId = await client.open();
      const other = client.through({ testApp: second });
      await Promise.all([client.send(uploadId, 0), other.send(uploadId, 1), other.send(uploadId, 2)]);
      expect((await other.status(uploadId)).body).toMatchObject({ readyForProcessing: true });
      await expectWhole(uploadId);
    });

    it.each([
      ['one server', () => client],
      ['two servers', () => client.through({ testApp: second })],
    ])('take one of two different chunks that come to %s at once, whole', async (_servers, otherClient) => {
      for (let round = 0; round < 3; round++) {
        const uploadId = await client.open();
        const [first, other] = await Promise.all([
          client.send(uploadId, 0),
          otherClient().send(uploadId, 0, { bytes: OTHER_CHUNK }),
        ]);
        expect([first.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
        await expectFirstChunk(uploadId, first.status === 200 ? client.chunk(0) : OTHER_CHUNK);
      }
    });
  });
});

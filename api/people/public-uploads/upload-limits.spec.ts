import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import {
  PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY,
  PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY,
  PUBLIC_UPLOAD_FREE_SPACE_BYTES,
  PUBLIC_UPLOAD_MAX_OPEN,
  UPLOAD_CHUNK_BYTES,
  VIDEO_MAX_BYTES,
  PUBLIC_UPLOAD_CALLS_PER_HOUR,
} from '../../contract/common/limits.js';
import type { StartUploadResponse } from '../../contract/media/uploads.js';
import { cookieOf, provenPerson } from '../../testing/proven-person.js';
import { PublicSender } from '../../testing/public-sender.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { stalledRequest } from '../../testing/stalled-request.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { sendUnmeasured } from '../../testing/unmeasured-request.js';
import { UploadClient } from '../../testing/upload-client.js';
import { FreeSpace } from '../../media/uploads/free-space.js';
import { UploadQuota } from '../../media/uploads/upload-quota.service.js';

const PATH = '/api/public/upload';

describe('limits of public uploads', () => {
  let testApp: TestApp;
  let sender: PublicSender;
  let email: string;
  let addresses = 0;
  const newAddress = () => `203.0.113.${++addresses}`;

  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());
  afterEach(async () => {
    jest.restoreAllMocks();
    await testApp.dataSource.query('DELETE FROM upload_session');
    await until(async () => (await temporaryFiles()).length === 0);
  });
  beforeEach(() => {
    sender = new PublicSender(testApp);
    ({ email } = sender);
  });

  const temporaryFiles = () => readdir(path.join(testApp.config.stateDir, 'uploads', 'temporary')).catch(() => []);
  const sendFrom = (address: string, as: string) => sender.send({ email: as }).set('X-Forwarded-For', address);
  const spend = (bytes: number) => testApp.dataSource.query('UPDATE public_upload_quota SET bytes = $1', [bytes]);

  describe('refuses', () => {
    it('more than one e-mail may send in a day', async () => {
      await sender.send().expect(201);
      await spend(PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY - sender.photo.length);
      await sender.send().expect(201);
      const response = await sender.send({ email: email.toUpperCase() }).expect(429);
      expect(response.body).toEqual({
        code: 'daily_quota',
        message: 'You have sent as much as we can take from one sender in a day. Please send the rest tomorrow.',
      });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(await sender.kept()).toHaveLength(2);
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      await client.start({ submitterEmail: email }).expect(429);
      await sender.send({ email: 'someone-else@example.org' }).expect(201);
    });

    it('more than one address may send in a day, whatever the e-mail', async () => {
      const address = newAddress();
      const next = new PublicSender(testApp).email;
      await sendFrom(address, email).expect(201);
      await spend(PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY);
      const { body } = await sendFrom(address, next).expect(429);
      expect(body).toMatchObject({ code: 'daily_quota' });
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      await client.start({ submitterEmail: next }).set('X-Forwarded-For', address).expect(429);
      await sendFrom(newAddress(), next).expect(201);
    });

    it('what goes over that, before a byte of it comes', async () => {
      const address = newAddress();
      await sendFrom(address, email).expect(201);
      await spend(PUBLIC_UPLOAD_ADDRESS_BYTES_PER_DAY);
      const { port } = testApp.app.getHttpServer().address() as AddressInfo;
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 100_000_000,
        'x-forwarded-for': address,
      };
      const request = http.request({ port, host: '127.0.0.1', method: 'POST', path: PATH, headers });
      request.flushHeaders();
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      request.on('error', () => {});
      expect(response.statusCode).toBe(429);
      expect(await json(response)).toMatchObject({ code: 'daily_quota' });
      request.destroy();
    });

    it('what does not say how much it is where there is no room for the most that it may be', async () => {
      const space = testApp.app.get(FreeSpace, { strict: false });
      const looking = jest.spyOn(space, 'availableBytes');
      const needed = PUBLIC_UPLOAD_FREE_SPACE_BYTES + VIDEO_MAX_BYTES;
      const send = () =>
        sendUnmeasured(testApp, PATH, { 'content-type': 'multipart/form-data; boundary=b' }, '--b--\r\n');
      looking.mockResolvedValue(needed - 1);
      expect(await send()).toMatchObject({ status: 507, body: { code: 'out_of_space' } });
      looking.mockResolvedValue(needed);
      expect(await send()).toMatchObject({ status: 400 });
    });

    it('what the quota does not hold, also when it comes at once', async () => {
      const client = new UploadClient(testApp, '', Buffer.alloc(10), PATH);
      const uploadIds = [];
      for (let count = 0; count < 5; count++) uploadIds.push(await client.open({ submitterEmail: email }));
      await client.send(uploadIds.pop()!, 0).expect(200);
      await spend(PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY - 20);
      const statuses = await Promise.all(uploadIds.map(async (id) => (await client.send(id, 0)).status));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
    });

    it('more uploads that are open than one address needs, and none of anybody whose e-mail they name', async () => {
      const totalChunks = VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES;
      const file = { submitterEmail: email, totalSize: VIDEO_MAX_BYTES, totalChunks };
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      const address = newAddress();
      const startFrom = (from: string) => client.start(file).set('X-Forwarded-For', from);
      const space = testApp.app.get(FreeSpace, { strict: false });
      jest.spyOn(space, 'availableBytes').mockResolvedValue(Number.MAX_SAFE_INTEGER);
      const counted = () => testApp.dataSource.query('SELECT sum(bytes) FROM public_upload_quota');
      const before: unknown = await counted();
      for (let count = 0; count < PUBLIC_UPLOAD_MAX_OPEN; count++) await startFrom(address).expect(201);
      const { body, headers } = await startFrom(address).expect(429);
      expect(body).toMatchObject({ code: 'too_many_uploads' });
      expect(headers['retry-after']).toBe('3600');
      await startFrom(newAddress()).expect(201);
      expect(await counted()).toEqual(before);
      await sender.send().expect(201);
    });

    it('nothing for files in chunks that are kept already', async () => {
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      const address = newAddress();
      const start = () => client.start({ submitterEmail: email }).set('X-Forwarded-For', address);
      const { body } = await start().expect(201);
      const { uploadId } = body as StartUploadResponse;
      for (let count = 1; count < PUBLIC_UPLOAD_MAX_OPEN; count++) await start().expect(201);
      await start().expect(429);
      await client.send(uploadId, 0).expect(200);
      await client.process(uploadId).expect(200);
      await start().expect(201);
      await start().expect(429);
    });

    it('nothing of others for what somebody only announces', async () => {
      const totalChunks = VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES;
      const file = { submitterEmail: email, totalSize: VIDEO_MAX_BYTES, totalChunks };
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      const space = testApp.app.get(FreeSpace, { strict: false });
      const needed = PUBLIC_UPLOAD_FREE_SPACE_BYTES + VIDEO_MAX_BYTES + 10 * UPLOAD_CHUNK_BYTES;
      jest.spyOn(space, 'availableBytes').mockResolvedValue(needed);
      for (let count = 0; count < 11; count++) await client.start(file).expect(201);
      await client.start(file).expect(507);
    });

    it('nothing of others for what a form announces that hardly comes', async () => {
      const space = testApp.app.get(FreeSpace, { strict: false });
      const needed = PUBLIC_UPLOAD_FREE_SPACE_BYTES + VIDEO_MAX_BYTES + UPLOAD_CHUNK_BYTES;
      jest.spyOn(space, 'availableBytes').mockResolvedValue(needed);
      const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': VIDEO_MAX_BYTES };
      const beginning = '--b\r\nContent-Disposition: form-data; name="file0"; filename="a.mp4"\r\n\r\nslow';
      const totalChunks = VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES;
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      const file = { submitterEmail: email, totalSize: VIDEO_MAX_BYTES, totalChunks };
      using form = stalledRequest(testApp, PATH, headers, beginning);
      await until(async () => (await temporaryFiles()).length === 1);
      await client.start(file).expect(201);
      // A chunk of this one, and one of the form.
      await client.start(file).expect(507);
      form.cut();
      await until(async () => (await temporaryFiles()).length === 0);
      await client.start(file).expect(201);
    });

    it('a form whose rest finds too little room', async () => {
      const space = testApp.app.get(FreeSpace, { strict: false });
      jest.spyOn(space, 'availableBytes').mockImplementation(async () => {
        const hasBegun = (await temporaryFiles()).length > 0;
        return PUBLIC_UPLOAD_FREE_SPACE_BYTES + (hasBegun ? 0 : VIDEO_MAX_BYTES);
      });
      expect((await sender.send().expect(507)).body).toMatchObject({ code: 'out_of_space' });
      expect(await temporaryFiles()).toEqual([]);
      expect(await sender.kept()).toEqual([]);
      jest.restoreAllMocks();
      await sender.send().expect(201);
    });

    it('a form whose rest needs the room that was announced by somebody who is known', async () => {
      const space = testApp.app.get(FreeSpace, { strict: false });
      const looking = jest.spyOn(space, 'availableBytes').mockResolvedValue(Number.MAX_SAFE_INTEGER);
      const totalChunks = VIDEO_MAX_BYTES / UPLOAD_CHUNK_BYTES;
      const known = new UploadClient(testApp, cookieOf((await provenPerson(testApp)).browser), sampleMp4());
      await known.start({ totalSize: VIDEO_MAX_BYTES, totalChunks }).expect(201);
      const leave = (bytes: number) =>
        looking.mockImplementation(async () => {
          const hasBegun = (await temporaryFiles()).length > 0;
          return hasBegun ? PUBLIC_UPLOAD_FREE_SPACE_BYTES + bytes : Number.MAX_SAFE_INTEGER;
        });
      leave(VIDEO_MAX_BYTES + UPLOAD_CHUNK_BYTES - 1);
      expect((await sender.send().expect(507)).body).toMatchObject({ code: 'out_of_space' });
      leave(VIDEO_MAX_BYTES + UPLOAD_CHUNK_BYTES);
      await sender.send().expect(201);
    });

    it('nothing any more on the next day', async () => {
      await sender.send().expect(201);
      await spend(PUBLIC_UPLOAD_EMAIL_BYTES_PER_DAY);
      await sender.send().expect(429);
      await testApp.dataSource.query('UPDATE public_upload_quota SET day = day - 1');
      await sender.send().expect(201);
      await testApp.app.get(UploadQuota, { strict: false }).sweepPast();
      const days: { old: boolean }[] = await testApp.dataSource.query(
        `SELECT DISTINCT day < (now() AT TIME ZONE 'UTC')::date AS old FROM public_upload_quota`,
      );
      expect(days).toEqual([{ old: false }]);
    });

    it('anything when the disk has too little room', async () => {
      const space = testApp.app.get(FreeSpace, { strict: false });
      const client = new UploadClient(testApp, '', sampleMp4(), PATH);
      const uploadId = await client.open({ submitterEmail: email });
      jest.spyOn(space, 'availableBytes').mockResolvedValue(PUBLIC_UPLOAD_FREE_SPACE_BYTES);
      const refused = { code: 'out_of_space', message: expect.stringContaining('no room') as unknown };
      const answers = [
        await sender.send().expect(507),
        await client.start({ submitterEmail: email }).expect(507),
        await client.send(uploadId, 0).expect(507),
      ];
      for (const { body } of answers) expect(body).toEqual(refused);
      jest.restoreAllMocks();
      await client.send(uploadId, 0).expect(200);
    });

    it.each([
      [PATH, 415],
      [`${PATH}/start`, 400],
    ])('a flood at %s from one address', async (route, status) => {
      const address = newAddress();
      const call = () => testApp.http.post(route).set('X-Forwarded-For', address).send({});
      await call().expect(status);
      await testApp.dataSource.query('UPDATE rate_limit SET count = $1', [PUBLIC_UPLOAD_CALLS_PER_HOUR - 1]);
      const answers = [await call(), await call()];
      await testApp.dataSource.query('DELETE FROM rate_limit');
      expect(answers.map((answer) => answer.status)).toEqual([status, 429]);
      expect(answers[1]!.body).toMatchObject({ code: 'too_many_requests' });
    });
  });
});

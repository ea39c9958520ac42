import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import { signUp } from '../../testing/participants.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { type ChunkOptions, UploadClient } from '../../testing/upload-client.js';

const RECORDING = randomBytes(2 * UPLOAD_CHUNK_BYTES + 1000);
const OTHER_CHUNK = randomBytes(UPLOAD_CHUNK_BYTES);

describe('uploads of participants', () => {
  let testApp: TestApp;
  let cookie: string;
  let client: UploadClient;
  let uploadId: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    cookie = await signUp(testApp);
    client = new UploadClient(testApp, cookie, RECORDING);
    uploadId = await client.open();
    await client.send(uploadId, 0).expect(200);
  });
  afterAll(() => testApp.close());
  afterEach(async () => {
    const file = await readFile(path.join(testApp.config.stateDir, 'uploads', `${uploadId}.upload`));
    expect(file.equals(Buffer.concat([client.chunk(0), Buffer.alloc(RECORDING.length - UPLOAD_CHUNK_BYTES)]))).toBe(
      true,
    );
    expect((await client.status(uploadId)).body).toMatchObject({ receivedChunks: [0] });
  });

  describe('refuses', () => {
    it('who is signed out', async () => {
      const signedOut = client.through({ cookie: '' });
      await signedOut.start().expect(401);
      await signedOut.send(uploadId, 1, { bytes: Buffer.from('x') }).expect(401);
      await signedOut.process(uploadId).expect(401);
      await signedOut.status(uploadId).expect(401);
    });

    it('who did not start it, as if it were not there', async () => {
      const stranger = client.through({ cookie: await signUp(testApp) });
      for (const request of [stranger.send(uploadId, 1), stranger.status(uploadId), stranger.process(uploadId)]) {
        const { body } = await request.expect(404);
        expect(body).toEqual({ code: 'upload_not_found', message: 'This upload does not exist.' });
      }
    });

    it('a chunk without a form that does not say which it is, or is not what is expected in its place', async () => {
      const unnamed = client.sendRaw(uploadId, 1).unset('Upload-Id');
      expect((await unnamed.expect(400)).body).toMatchObject({ message: 'The upload is required.' });
      for (const index of ['', '-1', '1.5', 'x', '3']) await client.sendRaw(uploadId, index, OTHER_CHUNK).expect(400);
      await client.sendRaw(uploadId, 1, OTHER_CHUNK.subarray(1)).expect(400);
      const { body } = await client.sendRaw(uploadId, 1, Buffer.concat([OTHER_CHUNK, Buffer.alloc(1)])).expect(413);
      expect(body).toMatchObject({ message: 'A chunk has at most 5242880 bytes.' });
      await client
        .through({ cookie: await signUp(testApp) })
        .sendRaw(uploadId, 1)
        .expect(404);
      await client.through({ cookie: '' }).sendRaw(uploadId, 1, Buffer.from('x')).expect(401);
    });

    it('an upload that is unknown or no id at all', async () => {
      for (const id of [randomUUID(), 'nonsense', '..%2f..%2fetc']) {
        await client.status(id).expect(404);
        await client.process(id).expect(404);
        await client.send(id, 0).expect(404);
      }
    });

    it('an upload of staff', async () => {
      const staffs = await client.open();
      const toStaff = `UPDATE upload_session SET audience = 'staff', participant_id = NULL WHERE id = $1`;
      await testApp.dataSource.query(toStaff, [staffs]);
      await client.status(staffs).expect(404);
      await client.send(staffs, 0).expect(404);
    });

    it('a file over the limit, before its first byte', async () => {
      const { body } = await client.start({ totalSize: VIDEO_MAX_BYTES + 1, totalChunks: 101 }).expect(413);
      expect(body).toEqual({ code: 'too_large', message: 'Videos can have up to 500MB.' });
      await client.start({ totalSize: VIDEO_MAX_BYTES, totalChunks: 100 }).expect(201);
    });

    it.each([
      ['no size', { totalSize: undefined }],
      ['an empty file', { totalSize: 0, totalChunks: 0 }],
      ['a size that is no number', { totalSize: 'many' }],
      ['an empty text as size', { totalSize: '' }],
      ['half a byte', { totalSize: 10.5, totalChunks: 1 }],
      ['a negative size', { totalSize: -1, totalChunks: 1 }],
      ['an endless size', { totalSize: 1e300, totalChunks: 1 }],
      ['too few chunks', { totalChunks: 2 }],
      ['too many chunks', { totalChunks: 4 }],
      ['no name', { filename: undefined }],
      ['no type', { mimeType: 5 }],
    ])('to start with %s', async (_name, fields) => {
      const { body } = await client.start(fields).expect(400);
      expect(body).toEqual({ message: expect.any(String) as string, code: expect.any(String) as string });
    });

    it.each<[string, number, ChunkOptions, number, string]>([
      ['other bytes in the place of a chunk that is there', 0, { bytes: OTHER_CHUNK }, 409, 'chunk_differs'],
      ['a chunk that is too small', 1, { bytes: Buffer.alloc(10) }, 400, 'wrong_chunk_size'],
      ['a last chunk that is too large', 2, { bytes: OTHER_CHUNK }, 400, 'wrong_chunk_size'],
      ['a chunk over the limit', 1, { bytes: Buffer.alloc(UPLOAD_CHUNK_BYTES + 1) }, 413, 'too_large'],
      ['a chunk behind the end', 3, { bytes: Buffer.alloc(1000) }, 400, 'wrong_chunk_index'],
      ['a chunk of a file with other chunks', 1, { fields: { totalChunks: '4' } }, 400, 'wrong_upload'],
      ['a chunk of a file of another size', 1, { fields: { totalSize: '4' } }, 400, 'wrong_upload'],
      ['a chunk before the start', 1, { fields: { chunkIndex: '-1' } }, 400, 'bad_request'],
      ['half a chunk', 1, { fields: { chunkIndex: '0.5' } }, 400, 'bad_request'],
      ['a chunk without number', 1, { fields: { chunkIndex: '' } }, 400, 'bad_request'],
    ])('%s', async (_name, index, options, status, code) => {
      const { body } = await client.send(uploadId, index, options).expect(status);
      expect(body).toMatchObject({ code });
    });

    it('a form without a chunk', async () => {
      const form = testApp.http.post('/api/uploads/chunk').set('Cookie', cookie);
      const { body } = await form.field('uploadId', uploadId).field('chunkIndex', '1').expect(400);
      expect(body).toMatchObject({ code: 'wrong_chunk_size' });
    });

    it('to process what is not whole', async () => {
      const { body } = await client.process(uploadId).expect(409);
      expect(body).toMatchObject({ code: 'upload_incomplete' });
    });
  });
});

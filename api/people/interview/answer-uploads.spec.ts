import type { AnswerVideo } from '../../contract/interview/answers.js';
import { UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { noteRefusedStatements } from '../../testing/refused-statements.js';
import { sampleWebm } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

describe('answers out of uploads', () => {
  let testApp: TestApp;
  let browser: ReturnType<TestApp['browser']>;

  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    for (const table of ['participant', 'video_preparation', 'picture', 'media_file']) {
      await testApp.dataSource.query(`DELETE FROM ${table}`);
    }
    browser = await register('anna@example.org');
  });

  const register = async (email: string) => {
    const visitor = testApp.browser();
    await visitor.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email }).expect(201);
    return visitor;
  };
  const send = (fields: object, from = browser) =>
    from.post('/api/videos/upload-cloud').send({ title: 'Life before ME/CFS', ...fields });
  const list = async () => (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
  const countFiles = async () => (await testApp.dataSource.query<unknown[]>('SELECT FROM media_file')).length;
  /** Brings a recording in chunks; answers its uploadId. */
  const upload = async (recording: Buffer): Promise<string> => {
    const file = { filename: 'recording.webm', totalSize: recording.length, mimeType: 'video/webm;codecs=vp8,opus' };
    const totalChunks = Math.ceil(recording.length / UPLOAD_CHUNK_BYTES);
    const { body } = await browser
      .post('/api/uploads/start')
      .send({ ...file, totalChunks })
      .expect(201);
    const { uploadId } = body as { uploadId: string };
    for (let index = 0; index < totalChunks; index++) {
      const chunk = recording.subarray(index * UPLOAD_CHUNK_BYTES, (index + 1) * UPLOAD_CHUNK_BYTES);
      await browser
        .post('/api/uploads/chunk')
        .field('uploadId', uploadId)
        .field('chunkIndex', index)
        .attach('chunk', chunk, 'chunk')
        .expect(200);
    }
    await browser.post(`/api/uploads/process/${uploadId}`).expect(200);
    return uploadId;
  };

  it('may come in chunks', async () => {
    const recording = sampleWebm(UPLOAD_CHUNK_BYTES + 17, 3);
    const uploadId = await upload(recording);
    const { body } = await send({ questionId: 4, uploadId }).expect(201);
    const { body: bytes } = await browser
      .get((body as AnswerVideo).videoUrl)
      .responseType('blob')
      .expect(200);
    expect(recording.equals(bytes as Buffer)).toBe(true);
  });

  it('are the same when the same upload is named again, even at once', async () => {
    const refused = noteRefusedStatements(testApp);
    const uploadId = await upload(sampleWebm());
    const atOnce = await Promise.all(
      [1, 2, 3].map(async () => (await send({ questionId: 1, uploadId }).expect(201)).body),
    );
    const again = (await send({ questionId: 1, uploadId }).expect(201)).body as AnswerVideo;
    expect(atOnce).toEqual([again, again, again]);
    expect(await list()).toEqual([again]);
    expect(await countFiles()).toBe(1);
    expect(refused).toEqual([]);
  });

  describe('refuses', () => {
    it('an upload for a second question', async () => {
      const uploadId = await upload(sampleWebm());
      await send({ questionId: 1, uploadId }).expect(201);
      const response = await send({ questionId: 2, uploadId }).expect(409);
      expect(response.body).toMatchObject({ code: 'upload_used' });
    });

    it("someone else's upload, as if it did not exist", async () => {
      const uploadId = await upload(sampleWebm());
      await send({ questionId: 1, uploadId }, await register('stranger@example.org')).expect(404);
      await send({ questionId: 1, uploadId }).expect(201);
    });

    it('an upload whose answer was replaced', async () => {
      const uploadId = await upload(sampleWebm());
      await send({ questionId: 1, uploadId }).expect(201);
      await send({ questionId: 1, uploadId: await upload(sampleWebm()) }).expect(201);
      await send({ questionId: 1, uploadId }).expect(404);
      expect(await list()).toHaveLength(1);
    });

    it('an upload that is no video', async () => {
      const uploadId = await upload(Buffer.from('<!doctype html>'));
      await send({ questionId: 1, uploadId }).expect(415);
      expect(await countFiles()).toBe(0);
    });

    it('what names no upload', async () => {
      await send({ questionId: 1, uploadId: 'x' }).expect(400, {
        message: 'The upload is not known.',
        code: 'bad_request',
      });
      await send({ questionId: 1, uploadId: crypto.randomUUID() }).expect(404);
    });
  });
});

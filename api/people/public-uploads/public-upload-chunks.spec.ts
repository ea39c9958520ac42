import { randomUUID } from 'node:crypto';
import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { PublicSender } from '../../testing/public-sender.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { UploadClient } from '../../testing/upload-client.js';

const PATH = '/api/public/upload';
const video = sampleMp4(UPLOAD_CHUNK_BYTES + 1000);

describe('public uploads in chunks', () => {
  let testApp: TestApp;
  let sender: PublicSender;
  let client: UploadClient;
  let told: object;

  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    sender = new PublicSender(testApp);
    client = new UploadClient(testApp, '', video, PATH);
    const submitterEmail = sender.email;
    told = { submitterEmail, description: ' My day ', filename: 'day.mp4', mimeType: 'video/mp4' };
  });

  it('are kept once they are processed, however often that is asked', async () => {
    await sender.register();
    const uploadId = await client.open(told);
    await client.send(uploadId, 1).expect(200, { complete: true, readyForProcessing: false });
    const { body } = await client.status(uploadId).expect(200);
    expect(body).toMatchObject({ receivedChunks: [1], readyForProcessing: false });
    await client.send(uploadId, 0).expect(200, { complete: true, readyForProcessing: true });
    expect(await sender.kept()).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => client.process(uploadId)));
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { received: 1 }]);
    expect(await sender.kept()).toEqual([
      { originalName: 'day.mp4', description: 'My day', mimeType: 'video/mp4', bytes: video.length },
    ]);
    expect(await sender.mediaCompletedAt()).toBeInstanceOf(Date);
    // Its file is kept elsewhere by now.
    await client.send(uploadId, 0).expect(200, { complete: true, readyForProcessing: true });
    await client.send(uploadId, 0, { bytes: Buffer.alloc(UPLOAD_CHUNK_BYTES) }).expect(409);
    await client.status(uploadId).expect(200);
  });

  it('keep the yes that was given when they began, with its receipt', async () => {
    const consentOf = async (start: object) => {
      const uploadId = await client.open({ ...told, ...start });
      for (const index of [0, 1]) await client.send(uploadId, index).expect(200);
      await client.process(uploadId).expect(200);
      const [kept] = await testApp.dataSource.query<object[]>(
        'SELECT consent_version AS version FROM public_upload ORDER BY created_at DESC LIMIT 1',
      );
      const [receipt] = await testApp.dataSource.query<object[]>(
        'SELECT number, kind, wording_version AS version, details FROM consent_receipt ORDER BY number DESC LIMIT 1',
      );
      return { kept, receipt };
    };
    const { kept, receipt } = await consentOf({ consent: PRIVACY.version });
    expect(kept).toEqual({ version: PRIVACY.version });
    const yes = { kind: 'public_upload_given', version: PRIVACY.version, details: { files: 1 } };
    expect(receipt).toMatchObject(yes);
    expect(await consentOf({})).toEqual({ kept: { version: null }, receipt });
    await client.start({ ...told, consent: '2020-01-01' }).expect(400);
  });

  it('need no description', async () => {
    const uploadId = await client.open({ ...told, description: undefined });
    for (const index of [0, 1]) await client.send(uploadId, index).expect(200);
    await client.process(uploadId).expect(200);
    expect(await sender.kept()).toMatchObject([{ description: '' }]);
  });

  describe('refuses', () => {
    it('to begin without an e-mail, or with one that is none', async () => {
      const { body } = await client.start({ ...told, submitterEmail: ' ' }).expect(400);
      expect(body).toMatchObject({ message: 'Please provide your email address.' });
      await client.start({ ...told, submitterEmail: 'anna' }).expect(400);
    });

    it('a file over the limit, which counts for nothing', async () => {
      const totalChunks = Math.ceil((VIDEO_MAX_BYTES + 1) / UPLOAD_CHUNK_BYTES);
      const { body } = await client.start({ ...told, totalSize: VIDEO_MAX_BYTES + 1, totalChunks }).expect(413);
      expect(body).toMatchObject({ code: 'too_large' });
      const sums: { sum: string }[] = await testApp.dataSource.query(
        'SELECT DISTINCT bytes AS sum FROM public_upload_quota WHERE bytes > $1 OR bytes < 0',
        [VIDEO_MAX_BYTES],
      );
      expect(sums).toEqual([]);
    });

    it('what is no picture and no video', async () => {
      const text = new UploadClient(testApp, '', Buffer.from('<svg onload="alert(1)"/>'), PATH);
      const uploadId = await text.open({ ...told, filename: 'me.mp4' });
      await text.send(uploadId, 0).expect(200);
      const { body } = await text.process(uploadId).expect(415);
      expect(body).toEqual({
        code: 'unsupported_media',
        message: '"me.mp4" is not a picture or a video of a kind that we can keep. Nothing was saved.',
      });
      expect(await sender.kept()).toEqual([]);
    });

    it('to process what is not whole, and what it does not know', async () => {
      const uploadId = await client.open(told);
      await client.process(uploadId).expect(409);
      for (const id of [randomUUID(), 'nonsense']) {
        await client.process(id).expect(404);
        await client.status(id).expect(404);
        await client.send(id, 0).expect(404);
      }
    });

    it('uploads of participants and of staff', async () => {
      const cookie = String((await sender.register()).headers['set-cookie']).split(';')[0]!;
      const theirs = await new UploadClient(testApp, cookie, video).open();
      await client.status(theirs).expect(404);
      await client.send(theirs, 0).expect(404);
      await client.process(theirs).expect(404);
      const uploadId = await client.open(told);
      await new UploadClient(testApp, cookie, video).status(uploadId).expect(404);
    });
  });
});

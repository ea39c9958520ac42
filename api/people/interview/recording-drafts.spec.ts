import { randomUUID } from 'node:crypto';
import { appendFile, truncate, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { RecordingDraft } from '../../contract/interview/recording-drafts.js';
import {
  RECORDING_DRAFT_ACTIVE_MS,
  RECORDING_DRAFTS_MAX,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_SESSION_MAX_AGE_MS,
  VIDEO_MAX_BYTES,
} from '../../contract/common/limits.js';
import { UploadSweeper } from '../../media/uploads/upload-sweeper.js';
import { countFiles } from '../../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { openLink } from '../../testing/proven-person.js';
import { sampleWebm } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

describe('recordings that are sent while they are recorded', () => {
  let testApp: TestApp;
  let browser: Browser;
  let email: string;
  let people = 0;

  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    email = `drafts-${++people}@example.org`;
    browser = await register(email);
  });

  const register = async (address: string) => {
    const visitor = testApp.browser();
    await visitor.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email: address }).expect(201);
    return visitor;
  };
  const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm;codecs=vp8,opus' };
  const begin = async () => {
    const { body } = await browser.post('/api/recording-drafts').send(recording).expect(201);
    return (body as { uploadId: string }).uploadId;
  };
  const send = (uploadId: string, index: number, bytes: Buffer, from = browser) =>
    from
      .post('/api/uploads/chunk')
      .set({ 'Upload-Id': uploadId, 'Chunk-Index': `${index}`, 'Recorded-Ms': `${(index + 1) * 1000}` })
      .set('Content-Type', 'application/octet-stream')
      .send(bytes);
  const slices = [sampleWebm(900, 1), Buffer.alloc(1_100, 2), Buffer.alloc(70, 3)];
  const whole = Buffer.concat(slices);
  const sendAll = async () => {
    const uploadId = await begin();
    for (const [index, slice] of slices.entries()) await send(uploadId, index, slice).expect(200);
    return uploadId;
  };
  const drafts = async (from = browser) =>
    (await from.get('/api/recording-drafts').expect(200)).body as RecordingDraft[];
  const close = (uploadId: string, totals: object = { totalSize: whole.length, totalChunks: slices.length }) =>
    browser.post(`/api/uploads/process/${uploadId}`).send(totals);
  const save = (uploadId: string) =>
    browser.post('/api/videos/upload-cloud').send({ questionId: 2, title: 'Diagnosis', uploadId });
  const age = async (uploadId: string) => {
    const day = `now() - interval '${UPLOAD_SESSION_MAX_AGE_MS + 1000} milliseconds'`;
    await testApp.dataSource.query(`UPDATE upload_session SET created_at = ${day} WHERE id = $1`, [uploadId]);
    await testApp.dataSource.query(`UPDATE upload_chunk SET received_at = ${day} WHERE upload_id = $1`, [uploadId]);
  };
  const files = () => countFiles(path.join(testApp.config.stateDir, 'uploads'));

  it('are not begun once the story was submitted, which would tell it only when they are saved', async () => {
    await testApp.dataSource.query(`UPDATE participant SET status = 'submitted' WHERE email = $1`, [email]);
    const { body } = await browser.post('/api/recording-drafts').send(recording).expect(409);
    expect(body).toMatchObject({ code: 'submitted' });
    expect(await drafts()).toEqual([]);
  });

  it('remember the answer that was known when they began, where that was told', async () => {
    const known = randomUUID();
    for (const told of [{ insteadOf: known }, { insteadOf: null }, {}]) {
      const { body } = await browser
        .post('/api/recording-drafts')
        .send({ ...recording, ...told })
        .expect(201);
      const { uploadId } = body as { uploadId: string };
      await send(uploadId, 0, slices[0]!).expect(200);
      const draft = (await drafts()).find((one) => one.uploadId === uploadId);
      expect(draft?.insteadOf).toBe(told.insteadOf);
      await browser.delete(`/api/uploads/${uploadId}`).expect(204);
    }
    await browser
      .post('/api/recording-drafts')
      .send({ ...recording, insteadOf: 'x' })
      .expect(400);
  });

  it('are there slice by slice, for nobody but their owner', async () => {
    const uploadId = await sendAll();
    const [draft] = await drafts();
    expect(draft).toMatchObject({ uploadId, questionId: 2, bytes: whole.length, durationSeconds: 3, isGrowing: true });
    const { body } = await browser.get(draft!.videoUrl).responseType('blob').expect(200);
    expect(whole.equals(body as Buffer)).toBe(true);
    const other = await register(`other-${people}@example.org`);
    expect(await drafts(other)).toEqual([]);
    await other.get(draft!.videoUrl).expect(404);
    await other.delete(`/api/uploads/${uploadId}`).expect(404);
    await send(uploadId, 3, slices[0]!, other).expect(404);
    await testApp.http.get(draft!.videoUrl).expect(401);
    await testApp.http.get('/api/recording-drafts').expect(401);
  });

  it('together are no larger than a video may be', async () => {
    const uploadId = await begin();
    await send(uploadId, 0, slices[0]!).expect(200);
    const almost = VIDEO_MAX_BYTES - slices[2]!.length;
    await testApp.dataSource.query('UPDATE upload_session SET total_size = $2 WHERE id = $1', [uploadId, almost]);
    await send(uploadId, 1, Buffer.alloc(slices[2]!.length + 1)).expect(413);
  });

  it('become the answer when they have come to what was recorded', async () => {
    const uploadId = await sendAll();
    await close(uploadId, { totalSize: whole.length + 1, totalChunks: slices.length }).expect(409);
    await close(uploadId, {}).expect(409);
    await close(uploadId, { totalSize: whole.length, totalChunks: 3_000_000_000 }).expect(400);
    await save(uploadId).expect(409);
    await close(uploadId).expect(200);
    await close(uploadId).expect(200);
    const { body } = await save(uploadId).expect(201);
    expect((body as AnswerVideo).fileSize).toBe(whole.length);
    const { body: bytes } = await browser
      .get((body as AnswerVideo).videoUrl)
      .responseType('blob')
      .expect(200);
    expect(whole.equals(bytes as Buffer)).toBe(true);
    expect(await drafts()).toEqual([]);
  });

  it('become the answer without what a server put behind them that was killed before it counted', async () => {
    const uploadId = await sendAll();
    await appendFile(path.join(testApp.config.stateDir, 'uploads', `${uploadId}.upload`), 'It never counted.');
    await close(uploadId).expect(200);
    const { body } = await save(uploadId).expect(201);
    const { body: bytes } = await browser
      .get((body as AnswerVideo).videoUrl)
      .responseType('blob')
      .expect(200);
    expect(whole.equals(bytes as Buffer)).toBe(true);
  });

  it('take no slice that waited while they were closed', async () => {
    const uploadId = await begin();
    await send(uploadId, 0, slices[0]!).expect(200);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('UPDATE upload_session SET is_open = false WHERE id = $1', [uploadId]),
    );
    const late = Promise.resolve(send(uploadId, 1, slices[1]!));
    await untilBlocked(testApp.dataSource);
    await commit();
    expect((await late).status).toBe(404);
    expect(await drafts()).toMatchObject([{ uploadId, bytes: slices[0]!.length }]);
  });

  it('stay as they were closed, though a slice of another place comes once more', async () => {
    const parts = [slices[0]!, ...[2, 3].map((fill) => Buffer.alloc(UPLOAD_CHUNK_BYTES, fill))];
    const recorded = Buffer.concat(parts);
    const uploadId = await begin();
    for (const [index, part] of parts.entries()) await send(uploadId, index, part).expect(200);
    await close(uploadId, { totalSize: recorded.length, totalChunks: parts.length }).expect(200);
    await send(uploadId, 1, parts[1]!).expect(200);
    const { body } = await save(uploadId).expect(201);
    const { body: bytes } = await browser
      .get((body as AnswerVideo).videoUrl)
      .responseType('blob')
      .expect(200);
    expect(recorded.equals(bytes as Buffer)).toBe(true);
  });

  it('take each slice once, in their order', async () => {
    const uploadId = await begin();
    await send(uploadId, 1, slices[1]!).expect(409);
    await send(uploadId, 0, slices[0]!).expect(200);
    await send(uploadId, 0, slices[0]!).expect(200);
    await send(uploadId, 0, slices[1]!).expect(409);
    await send(uploadId, 1, Buffer.alloc(0)).expect(400);
    const both = await Promise.all([send(uploadId, 1, slices[1]!), send(uploadId, 1, slices[1]!)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await send(uploadId, 2, slices[2]!).expect(200);
    await close(uploadId).expect(200);
    await send(uploadId, 3, slices[0]!).expect(400);
  });

  it.each([
    // What begins later than now has begun now, however slow the machine.
    { what: 'small ones faster than they are recorded', chunks: 61, chunkBytes: 100, age: '-1 min', status: 429 },
    { what: 'whole ones as fast as the line is', chunks: 62, chunkBytes: UPLOAD_CHUNK_BYTES, age: '0 s', status: 200 },
    { what: 'as many as seconds have passed', chunks: 62, chunkBytes: 100, age: '5 s', status: 200 },
    { what: 'after the clock was put back', chunks: 5, chunkBytes: 100, age: '-1 h', status: 200 },
  ])('take slices: $what', async ({ chunks, chunkBytes, age: passed, status }) => {
    const uploadId = await begin();
    await testApp.dataSource.query(
      'UPDATE upload_session SET total_chunks = $2, total_size = $3, created_at = now() - $4::interval WHERE id = $1',
      [uploadId, chunks, chunks * chunkBytes, passed],
    );
    await truncate(path.join(testApp.config.stateDir, 'uploads', `${uploadId}.upload`), chunks * chunkBytes);
    await send(uploadId, chunks, slices[1]!).expect(status);
  });

  it('say how much of them has come', async () => {
    const uploadId = await begin();
    await send(uploadId, 0, slices[0]!).expect(200);
    const status = (await browser.get(`/api/uploads/${uploadId}`).expect(200)).body as object;
    expect(status).toMatchObject({ isOpen: true, totalSize: slices[0]!.length, totalChunks: 1 });
  });

  it('leave no byte when they are given up, or nobody came back for a day', async () => {
    const before = await files();
    await browser.delete(`/api/uploads/${await sendAll()}`).expect(204);
    expect(await files()).toBe(before);
    const uploadId = await sendAll();
    await age(uploadId);
    expect(await drafts()).toEqual([]);
    await testApp.app.get(UploadSweeper).sweep();
    expect(await files()).toBe(before);
  });

  it('are told apart by whether they go on, may be paused, or were left', async () => {
    const uploadId = await sendAll();
    const stateAfter = async (seconds: number) => {
      await testApp.dataSource.query(
        'UPDATE upload_chunk SET received_at = now() - make_interval(secs => $2) WHERE upload_id = $1',
        [uploadId, seconds],
      );
      const [draft] = await drafts();
      return { isGrowing: draft!.isGrowing, mayGoOn: draft!.mayGoOn };
    };
    expect(await stateAfter(10)).toEqual({ isGrowing: true, mayGoOn: true });
    expect(await stateAfter(60)).toEqual({ isGrowing: false, mayGoOn: true });
    expect(await stateAfter(16 * 60)).toEqual({ isGrowing: false, mayGoOn: false });
    await close(uploadId).expect(200);
    expect(await stateAfter(10)).toEqual({ isGrowing: false, mayGoOn: false });
  });

  it('are offered no more once the file was refused for good', async () => {
    const uploadId = await begin();
    const text = Buffer.from('This is no recording.');
    await send(uploadId, 0, text).expect(200);
    const [draft] = await drafts();
    await close(uploadId, { totalSize: text.length, totalChunks: 1 }).expect(200);
    await save(uploadId).expect(415);
    expect(await drafts()).toEqual([]);
    await browser.get(draft!.videoUrl).expect(404);
  });

  it('are not begun and go no further where somebody said no to being recorded', async () => {
    const uploadId = await begin();
    await send(uploadId, 0, slices[0]!).expect(200);
    await testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at)
       SELECT id, 'withdrawn', 'x', now() FROM participant WHERE email = $1
       ON CONFLICT (participant_id) DO UPDATE SET state = 'withdrawn'`,
      [email],
    );
    await send(uploadId, 1, slices[1]!).expect(409);
    await browser.post('/api/recording-drafts').send(recording).expect(409);
  });

  describe('begun by somebody whose e-mail is proven in another browser', () => {
    it('are nobody’s at first, and the owner’s who says so', async () => {
      const uploadId = await sendAll();
      const owner = await openLink(testApp, email);
      expect(await drafts(owner)).toEqual([]);
      await owner.get(`/api/recording-drafts/${uploadId}/stream`).expect(404);
      await send(uploadId, 3, slices[0]!, owner).expect(404);
      await send(uploadId, 3, slices[0]!).expect(401);
      expect((await owner.get('/api/auth/user')).body).toMatchObject({ unclaimed: { answers: 0, drafts: 1 } });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await drafts(owner)).toMatchObject([
        { uploadId, bytes: whole.length, durationSeconds: 3, isGrowing: false },
      ]);
    });

    it('wait longer than a day for their owner, who then has a day to save them', async () => {
      const uploadId = await sendAll();
      const owner = await openLink(testApp, email);
      await age(uploadId);
      await utimes(path.join(testApp.config.stateDir, 'uploads', `${uploadId}.upload`), 0, 0);
      await testApp.app.get(UploadSweeper).sweep();
      expect((await owner.get('/api/auth/user')).body).toMatchObject({ unclaimed: { drafts: 1 } });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      await testApp.app.get(UploadSweeper).sweep();
      expect(await drafts(owner)).toMatchObject([{ uploadId, bytes: whole.length }]);
      await owner.get(`/api/recording-drafts/${uploadId}/stream`).expect(200);
    });

    it('are gone with every byte where the owner says that they are not theirs', async () => {
      const before = await files();
      await sendAll();
      const owner = await openLink(testApp, email);
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Bea', lastName: 'Example' }).expect(204);
      expect(await drafts(owner)).toEqual([]);
      expect(await files()).toBe(before);
    });

    it('take nothing along that the owner is sending, where they are not theirs', async () => {
      await sendAll();
      const owner = await openLink(testApp, email);
      const file = { filename: 'own.webm', mimeType: 'video/webm', totalSize: 3, totalChunks: 1 };
      const { body } = await owner.post('/api/uploads/start').send(file).expect(201);
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Bea', lastName: 'Example' }).expect(204);
      await owner.get(`/api/uploads/${(body as { uploadId: string }).uploadId}`).expect(200);
    });
  });

  it('go with the person', async () => {
    await sendAll();
    const before = await files();
    const [{ id } = { id: '' }] = await testApp.dataSource.query<{ id: string }[]>(
      'SELECT id FROM participant WHERE email = $1',
      [email],
    );
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    expect(await files()).toBe(before - 1);
  });

  it('are few at a time, and of a question that there is', async () => {
    await browser
      .post('/api/recording-drafts')
      .send({ ...recording, questionId: 99 })
      .expect(404);
    for (let count = 0; count < RECORDING_DRAFTS_MAX; count++) await begin();
    await browser.post('/api/recording-drafts').send(recording).expect(429);
  });

  it('are as many as there may be again once nothing came of the first for a while', async () => {
    for (let count = 0; count < RECORDING_DRAFTS_MAX; count++) await begin();
    await testApp.dataSource.query(
      `UPDATE upload_session SET created_at = created_at - $1 * interval '1 millisecond'`,
      [RECORDING_DRAFT_ACTIVE_MS + 1_000],
    );
    for (let count = 0; count < RECORDING_DRAFTS_MAX; count++) await begin();
    await browser.post('/api/recording-drafts').send(recording).expect(429);
  });
});

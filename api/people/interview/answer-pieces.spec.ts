import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { AdminAnswer } from '../../contract/staff/admin-answers.js';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import { ANSWER_PIECES_MAX } from '../../contract/common/limits.js';
import { NewMediaService } from '../../media/store/new-media.service.js';
import { writeTemporaryFile } from '../../media/store/temporary-file.js';
import { FfmpegVideoTools } from '../../media/transcode/ffmpeg-video-tools.js';
import { VideoProblem } from '../../media/transcode/video-problem.js';
import { countFiles } from '../../testing/count-files.js';
import { keepRows } from '../../testing/keep-rows.js';
import { untilBlocked } from '../../testing/hold-transaction.js';
import { noVideoTools, transcodedVideos, WITH_VIDEO_TOOLS } from '../../testing/transcoded-videos.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { both, makeVideo, recordVideo, tone, VP8 } from '../../testing/sample-videos.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';
import { AnswerPiecesRepository, type BegunJoin } from './answer-pieces.repository.js';
import { AnswerJoinsWorker } from './answer-joins.worker.js';

type Browser = ReturnType<TestApp['browser']>;

let testApp: TestApp;
let browser: Browser;
let participantId: string;
let people = 0;
let recordings = 0;

const register = async () => {
  const visitor = testApp.browser();
  const person = { firstName: 'Anna', lastName: 'Example', email: `pieces-${++people}@example.org` };
  const { body } = await visitor.post('/api/register').send(person).expect(201);
  return { browser: visitor, participantId: (body as { user: { id: string } }).user.id };
};
const send = (isAddition: boolean | undefined, recording: Buffer, from = browser) =>
  from.post('/api/videos/upload-cloud').send({
    questionId: 1,
    title: 'Life before ME/CFS',
    isAddition,
    videoData: toDataUrl(recording, 'video/webm;codecs=vp8,opus'),
  });
const newRecording = () => sampleWebm(500 + ++recordings, recordings % 256);
const begin = async () => (await send(undefined, newRecording()).expect(201)).body as AnswerVideo;
const add = async (recording = newRecording()) => (await send(true, recording).expect(201)).body as AnswerVideo;
const read = async () => ((await browser.get('/api/videos').expect(200)).body as AnswerVideo[])[0]!;
const order = (answer: AnswerVideo, pieceIds: unknown, from = browser) =>
  from.put(`/api/videos/${answer.id}/pieces`).send({ pieceIds });
const remove = (answer: AnswerVideo, pieceId: string, from = browser) =>
  from.delete(`/api/videos/${answer.id}/pieces/${pieceId}`);
const ids = ({ pieces }: AnswerVideo) => pieces.map(({ id }) => id);
const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));
const joinNow = async () => {
  await testApp.dataSource.query('UPDATE answer SET join_due_at = now() WHERE join_due_at IS NOT NULL');
  await testApp.app.get(AnswerJoinsWorker).look();
};
/** Of the only answer of this person. */
const playedFrom = async () =>
  (
    await testApp.dataSource.query<{ id: string }[]>('SELECT media_id AS id FROM answer WHERE participant_id = $1', [
      participantId,
    ])
  )[0]!.id;
const isKept = async (mediaId: string) =>
  (await testApp.dataSource.query<unknown[]>('SELECT FROM media_file WHERE id = $1', [mediaId])).length > 0;
const replay = () => testApp.app.get(LedgerReplay, { strict: false }).apply();
/** What there is of these, as a backup has it. */
const keepAnswers = async (...answerIds: string[]) => {
  const { dataSource } = testApp;
  const own = [`id = ANY($1)`, `answer_id = ANY($1)`] as const;
  const files = `id IN (SELECT media_id FROM answer WHERE ${own[0]} UNION SELECT media_id FROM answer_piece WHERE ${own[1]})`;
  const restore = [
    await keepRows(dataSource, 'media_file', files, answerIds),
    await keepRows(dataSource, 'answer', own[0], answerIds),
    await keepRows(dataSource, 'answer_piece', own[1], answerIds),
  ];
  return async () => {
    await dataSource.query('DELETE FROM answer WHERE participant_id = $1', [participantId]);
    for (const putBack of restore) await putBack();
  };
};

describe('an answer in pieces', () => {
  beforeAll(async () => {
    testApp = await createTestApp();
    await noVideoTools(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    ({ browser, participantId } = await register());
  });

  it('goes on from what there is, and is one answer', async () => {
    const first = await begin();
    const recording = newRecording();
    const answer = await add(recording);
    expect(answer).toMatchObject({
      id: first.id,
      sha256: first.sha256,
      isJoined: false,
      pieces: [first.pieces[0], {}],
    });
    expect(await read()).toEqual(answer);
    const { body } = await browser.get(answer.pieces[1]!.videoUrl).responseType('blob').expect(200);
    expect(recording.equals(body as Buffer)).toBe(true);
    await browser.get(first.pieces[0]!.videoUrl).expect(200);
  });

  it('has no piece twice', async () => {
    await begin();
    const recording = newRecording();
    const answer = await add(recording);
    const files = await keptFiles();
    expect(await add(recording)).toEqual(answer);
    expect(await keptFiles()).toBe(files);
  });

  it('begins with what is added where there is nothing yet', async () => {
    expect(await add()).toMatchObject({ isJoined: true, pieces: [{}] });
  });

  it('keeps what two devices add at once, and no piece twice of one upload', async () => {
    await begin();
    await Promise.all([add(), add(), add()]);
    expect((await read()).pieces).toHaveLength(4);
    const totalSize = newRecording().length;
    const file = { filename: 'a.webm', mimeType: 'video/webm', totalSize, totalChunks: 1 };
    const { body } = await browser.post('/api/uploads/start').send(file).expect(201);
    const { uploadId } = body as { uploadId: string };
    const chunk = browser.post('/api/uploads/chunk').field({ uploadId, chunkIndex: '0' });
    await chunk.attach('chunk', sampleWebm(500 + recordings, recordings % 256), 'blob').expect(200);
    await browser.post(`/api/uploads/process/${uploadId}`).expect(200);
    const name = () =>
      browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'T', uploadId, isAddition: true });
    const [one, two] = await Promise.all([name(), name()]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect((await name().expect(201)).body).toEqual(await read());
    expect((await read()).pieces).toHaveLength(5);
  });

  it('is told in the order that its owner wants, unless somebody has changed it meanwhile', async () => {
    const { pieces } = await begin();
    const answer = await add();
    const [first, second] = ids(answer);
    expect(ids((await order(answer, [second, first]).expect(200)).body as AnswerVideo)).toEqual([second, first]);
    await order(answer, [second, first]).expect(200);
    const added = await add();
    expect(ids(added).slice(0, 2)).toEqual([second, first]);
    await order(answer, [first, second]).expect(409);
    await order(answer, [first, first, second]).expect(400);
    await order(answer, [first, second, participantId]).expect(409);
    await order(answer, 'first').expect(400);
    expect(pieces[0]!.id).toBe(first);
  });

  it('loses a piece with all its bytes, but never the last one', async () => {
    const before = await keptFiles();
    await begin();
    const answer = await add();
    const [first, second] = ids(answer);
    const left = (await remove(answer, first!).expect(200)).body as AnswerVideo;
    expect(left).toMatchObject({
      id: answer.id,
      sha256: answer.pieces[1]!.sha256,
      isJoined: true,
      pieces: [{ id: second }],
    });
    expect(await keptFiles()).toBe(before + 1);
    await browser.get(answer.pieces[0]!.videoUrl).expect(404);
    await remove(answer, first!).expect(200);
    const refused = await remove(answer, second!).expect(409);
    expect(refused.body).toMatchObject({ code: 'last_piece' });
    expect(ids(await add())).toHaveLength(2);
    const next = await begin();
    expect(next.earlierRecordings).toMatchObject([{ id: answer.id, pieces: [{ id: second }, {}] }]);
    await browser.delete(`/api/videos/${answer.id}`).expect(204);
    expect(await keptFiles()).toBe(before + 1);
  });

  it('is not played from what was joined before a piece was removed', async () => {
    await begin();
    await add();
    const answer = await add();
    await testApp.dataSource.query('UPDATE answer SET join_due_at = now() WHERE id = $1', [answer.id]);
    const pieces = testApp.app.get(AnswerPiecesRepository, { strict: false });
    const begun = (await pieces.begin(answer.id))!;
    await remove(answer, ids(answer)[2]!).expect(200);
    const left = await read();
    const { mediaId } = begun.pieces[1]!;
    const finish = testApp.dataSource.transaction((transaction) => pieces.finish(begun, mediaId, transaction));
    expect(await finish).toBeNull();
    expect(await read()).toEqual(left);
  });

  it('is not joined again by what is still said of it once it is', async () => {
    const { id } = await begin();
    const answer = await add();
    await testApp.dataSource.query('UPDATE answer SET join_due_at = now() WHERE id = $1', [id]);
    const pieces = testApp.app.get(AnswerPiecesRepository, { strict: false });
    const begun = (await pieces.begin(id))!;
    const { mediaId } = begun.pieces[1]!;
    await testApp.dataSource.transaction((transaction) => pieces.finish(begun, mediaId, transaction));
    await pieces.hold(begun);
    await pieces.putOff(begun, { isLater: true });
    expect(await read()).toMatchObject({ isJoined: true, sha256: answer.pieces[1]!.sha256 });
    const sql = 'SELECT join_due_at, join_attempts, join_failures FROM answer WHERE id = $1';
    const [row] = await testApp.dataSource.query<object[]>(sql, [id]);
    expect(row).toEqual({ join_due_at: null, join_attempts: 0, join_failures: 0 });
  });

  it.each<[string, (pieces: AnswerPiecesRepository, begun: BegunJoin) => Promise<void>]>([
    ['goes on', (pieces, begun) => pieces.hold(begun)],
    ['failed', (pieces, begun) => pieces.putOff(begun, { isLater: true })],
    ['was stopped', (pieces, begun) => pieces.putOff(begun, { isLater: false })],
    ['is given up', (pieces, begun) => pieces.giveUp(begun, 'nothing of it plays')],
  ])('is joined as soon with a piece that was added while a joining without it %s', async (_what, say) => {
    const { id } = await begin();
    await add();
    await testApp.dataSource.query('UPDATE answer SET join_due_at = now() WHERE id = $1', [id]);
    const pieces = testApp.app.get(AnswerPiecesRepository, { strict: false });
    const begun = (await pieces.begin(id))!;
    await add();
    const sql = 'SELECT join_due_at, join_attempts, join_failures, join_problem FROM answer WHERE id = $1';
    const waiting = await testApp.dataSource.query<object[]>(sql, [id]);
    expect(waiting).toEqual([
      { join_due_at: expect.any(Date) as Date, join_attempts: 0, join_failures: 0, join_problem: null },
    ]);
    await say(pieces, begun);
    expect(await testApp.dataSource.query(sql, [id])).toEqual(waiting);
  });

  describe('that lost something, in an older database that is restored', () => {
    it.each([0, 1])('loses its piece %d again, and no other', async (lost) => {
      await begin();
      const answer = await add();
      const restore = await keepAnswers(answer.id);
      await remove(answer, ids(answer)[lost]!).expect(200);
      const left = await read();
      expect(await replay()).toBe(0);
      expect(await read()).toEqual(left);
      await restore();
      expect(await read()).toEqual(answer);
      expect(await replay()).toBe(1);
      expect(await read()).toEqual(left);
    });

    it('is gone where it had that piece alone', async () => {
      const restore = await keepAnswers((await begin()).id);
      const answer = await add();
      await remove(answer, ids(answer)[0]!).expect(200);
      await restore();
      expect(await replay()).toBe(1);
      expect((await browser.get('/api/videos').expect(200)).body).toEqual([]);
    });

    it('has an earlier recording no more, also where that was the answer then', async () => {
      const [first, second] = [await begin(), await begin()];
      const choose = ({ id }: AnswerVideo) => browser.post(`/api/videos/choose/${id}`).expect(200);
      await choose(first);
      const restore = await keepAnswers(first.id, second.id);
      await choose(second);
      await browser.delete(`/api/videos/${first.id}`).expect(204);
      await restore();
      expect(await read()).toMatchObject({ id: first.id });
      expect(await replay()).toBe(1);
      expect(await read()).toMatchObject({ id: second.id, earlierRecordings: [] });
    });
  });

  it('has at most 40 pieces, and takes no unknown word for an addition', async () => {
    const { id } = await begin();
    await testApp.dataSource.query(
      `INSERT INTO answer_piece (id, answer_id, place, media_id, created_at)
       SELECT gen_random_uuid(), $1, n, (SELECT media_id FROM answer WHERE id = $1), now() FROM generate_series(1, $2) n`,
      [id, ANSWER_PIECES_MAX],
    );
    const files = await keptFiles();
    expect((await send(true, newRecording()).expect(409)).body).toMatchObject({ code: 'too_many_pieces' });
    expect(await keptFiles()).toBe(files);
    await browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'T', isAddition: 'x' }).expect(400);
  });

  it('is nobody else’s', async () => {
    await begin();
    const answer = await add();
    const other = (await register()).browser;
    await other.get(answer.pieces[1]!.videoUrl).expect(404);
    await order(answer, ids(answer).toReversed(), other).expect(404);
    await remove(answer, ids(answer)[0]!, other).expect(404);
    await remove(answer, ids(answer)[0]!, testApp.browser()).expect(401);
    await browser.get('/api/videos/piece/nothing').expect(404);
    expect(await read()).toEqual(answer);
  });

  it('goes with its person, to the last byte', async () => {
    const before = await keptFiles();
    await begin();
    await add();
    await testApp.staff().delete(`/api/admin/delete-user/${participantId}`).expect(200);
    expect(await keptFiles()).toBe(before);
    expect(await testApp.dataSource.query('SELECT FROM answer_piece p WHERE NOT EXISTS (SELECT FROM answer)')).toEqual(
      [],
    );
  });

  it.each<[string, { left: number }, (answer: AnswerVideo) => PromiseLike<{ status: number }>]>([
    ['goes', { left: 0 }, () => testApp.staff().delete(`/api/admin/delete-user/${participantId}`)],
    ['loses a piece', { left: 1 }, (answer) => remove(answer, ids(answer)[1]!)],
  ])(
    '%s to the last byte also while its pieces are being joined, for which the removal waits',
    async (_, kept, end) => {
      const before = await keptFiles();
      const { id } = await begin();
      const answer = await add();
      await testApp.dataSource.query('UPDATE answer SET join_due_at = now()');
      const pieces = testApp.app.get(AnswerPiecesRepository, { strict: false });
      const begun = (await pieces.begin(id))!;
      const folder = await mkdtemp(path.join(os.tmpdir(), 'joined-'));
      const file = await writeTemporaryFile(folder, Readable.from([newRecording()]));
      const finished = Promise.withResolvers<void>();
      const committed = Promise.withResolvers<void>();
      const store = testApp.app.get(NewMediaService, { strict: false });
      const joining = store.store(file, 'recording', async (joined, transaction) => {
        await pieces.finish(begun, joined.id, transaction);
        finished.resolve();
        await committed.promise;
      });
      await finished.promise;
      const removed = Promise.resolve(end(answer));
      await untilBlocked(testApp.dataSource);
      committed.resolve();
      await joining;
      expect((await removed).status).toBe(200);
      expect(await keptFiles()).toBe(before + kept.left);
      await rm(folder, { recursive: true });
    },
  );
});

describe('pieces that are joined', () => {
  let folder: string;
  let spoken: Buffer;
  let voice: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pieces-'));
    spoken = await readFile(await recordVideo(path.join(folder, 'a.webm'), 'webm', ...both('90x160'), ...VP8));
    voice = await readFile(await makeVideo(path.join(folder, 'b.webm'), ...tone(), '-c:a', 'libopus'));
    testApp = await createTestApp(WITH_VIDEO_TOOLS);
  });
  afterAll(async () => {
    await testApp.close();
    await rm(folder, { recursive: true });
  });
  let pending: AnswerVideo;
  beforeEach(async () => {
    ({ browser, participantId } = await register());
    await send(undefined, spoken).expect(201);
    pending = await add(voice);
  });

  it('are one recording, for its owner and for staff, until they change', async () => {
    expect(pending.preparation.state).toBe('waiting');
    await joinNow();
    await until(async () => (await read()).isJoined);
    const joined = await read();
    expect(joined.sha256).not.toBe(pending.sha256);
    expect(ids(joined)).toEqual(ids(pending));
    const { body } = await testApp.staff().get(`/api/admin/user-answers/${participantId}`).expect(200);
    expect(body).toMatchObject([{ id: joined.id, fileSize: joined.fileSize }] satisfies Partial<AdminAnswer>[]);

    const [first, second] = ids(joined);
    await order(joined, [second, first]).expect(200);
    expect(await read()).toMatchObject({ isJoined: false, sha256: joined.sha256 });
    const earlier = await playedFrom();
    await joinNow();
    await until(async () => (await read()).isJoined);
    expect(await isKept(earlier)).toBe(false);

    // What was removed is seen nowhere any more, at once.
    const last = await playedFrom();
    await remove(joined, second!).expect(200);
    expect(await read()).toMatchObject({ isJoined: true, sha256: joined.pieces[0]!.sha256 });
    expect(await isKept(last)).toBe(false);
  });

  it('are tried three times where that takes the server with it, and anew where staff ask for it', async () => {
    const { dataSource } = testApp;
    await dataSource.query('UPDATE answer SET join_attempts = 3 WHERE id = $1', [pending.id]);
    await joinNow();
    await until(async () => (await read()).preparation.state === 'failed');
    expect(await read()).toMatchObject({
      isJoined: false,
      preparation: { problem: 'the server stopped each time it was preparing it' },
    });
    await testApp.staff().post(`/api/admin/answer/${pending.id}/preparation`).expect(202);
    await until(async () => (await read()).isJoined);
    const sql = 'SELECT join_attempts, join_failures, join_problem, join_due_at FROM answer WHERE id = $1';
    const rows = await dataSource.query<object[]>(sql, [pending.id]);
    expect(rows).toEqual([{ join_attempts: 0, join_failures: 0, join_problem: null, join_due_at: null }]);
  });

  it('leave none out because the machine was too slow to read it', async () => {
    await joinNow();
    await until(async () => (await read()).isJoined);
    // Nothing else reads a video any more.
    await transcodedVideos(testApp);
    using reading = jest.spyOn(FfmpegVideoTools.prototype, 'probe');
    reading.mockRejectedValueOnce(new VideoProblem('too_slow'));
    const answer = await read();
    await order(answer, ids(answer).toReversed()).expect(200);
    await joinNow();
    const isOver = async () => {
      const { isJoined, preparation } = await read();
      return isJoined || preparation.state === 'failed';
    };
    await until(isOver);
    reading.mockRestore();
    expect(await read()).toMatchObject({ isJoined: false, preparation: { problem: 'preparing it took too long' } });
    await testApp.staff().post(`/api/admin/answer/${answer.id}/preparation`).expect(202);
    await until(async () => (await read()).isJoined);
  });
});

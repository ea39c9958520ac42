import path from 'node:path';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import { QUESTION_RECORDINGS_MAX } from '../../contract/common/limits.js';
import { countFiles } from '../../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { swapQuestions } from '../../testing/question-order.js';
import { noVideoTools } from '../../testing/transcoded-videos.js';
import { sampleJpeg, sampleM4a, sampleMp4, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const RECORDING_TYPE = 'video/webm;codecs=vp8,opus';

let recordings = 0;
/** A recording like no other. */
const newRecording = () => sampleWebm(500 + ++recordings, recordings % 256);

const newVideoData = () => toDataUrl(newRecording(), RECORDING_TYPE);

type Browser = ReturnType<TestApp['browser']>;

describe('answers', () => {
  let testApp: TestApp;
  let browser: Browser;
  let participantId: string;
  let people = 0;

  beforeAll(async () => {
    testApp = await createTestApp();
    await noVideoTools(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    ({ browser, participantId } = await register());
  });

  const register = async () => {
    const visitor = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `person-${++people}@example.org` };
    const { body } = await visitor.post('/api/register').send(person).expect(201);
    return { browser: visitor, participantId: (body as { user: { id: string } }).user.id };
  };
  const send = (fields: object, from = browser) =>
    from
      .post('/api/videos/upload-cloud')
      .send({ title: 'Life before ME/CFS - What did your life look like…', ...fields });
  const answer = async (questionId: number, recording = newRecording()): Promise<AnswerVideo> => {
    const { body } = await send({ questionId, videoData: toDataUrl(recording, RECORDING_TYPE) }).expect(201);
    return body as AnswerVideo;
  };
  const list = async (): Promise<AnswerVideo[]> => (await browser.get('/api/videos').expect(200)).body as AnswerVideo[];
  const stepTimes = async () => {
    const rows: Record<string, unknown>[] = await testApp.dataSource.query('SELECT * FROM participant WHERE id = $1', [
      participantId,
    ]);
    const times = Object.entries(rows[0] ?? {}).filter(([name, value]) => name.endsWith('_completed_at') && value);
    return Object.fromEntries(times) as Record<string, Date>;
  };
  const choose = (id: string, from = browser) => from.post(`/api/videos/choose/${id}`);
  const remove = (id: string, from = browser) => from.delete(`/api/videos/${id}`);
  /** The answer to the first question, and the earlier recordings after it. */
  const state = async () => {
    const [{ id, earlierRecordings } = { id: '', earlierRecordings: [] }] = await list();
    return [id, ...earlierRecordings.map((recording) => recording.id)];
  };

  const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));
  const countRows = async (table: string) => {
    const rows: { count: string }[] = await testApp.dataSource.query(`SELECT count(*) FROM ${table}`);
    return Number(rows[0]?.count);
  };

  it('are kept byte for byte and listed in the order of the questions', async () => {
    const recording = newRecording();
    const second = await answer(2);
    const first = await answer(1, recording);
    expect(first).toEqual({
      id: expect.any(String) as string,
      questionId: 1,
      title: 'Life before ME/CFS - What did your life look like…',
      videoUrl: `/api/videos/stream/${first.id}`,
      mimeType: 'video/webm',
      posterUrl: null,
      durationSeconds: null,
      preparation: { state: 'off', problem: null },
      proof: { state: 'unknown', problem: null },
      fileSize: recording.length,
      sha256: expect.stringMatching(/^[\da-f]{64}$/) as string,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      isChosen: true,
      earlierRecordings: [],
      pieces: [
        {
          id: first.id,
          videoUrl: `/api/videos/piece/${first.id}`,
          mimeType: 'video/webm',
          durationSeconds: null,
          preparation: { state: 'off', problem: null },
          proof: { state: 'unknown', problem: null },
          fileSize: recording.length,
          sha256: first.sha256,
          createdAt: first.createdAt,
        },
      ],
      isJoined: true,
    } satisfies AnswerVideo);
    expect(await list()).toEqual([first, second]);
    await swapQuestions(testApp.dataSource, [1, 2], async () => expect(await list()).toEqual([second, first]));
    expect((await browser.get(`/api/videos/${first.id}`).expect(200)).body).toEqual(first);
    const { body } = await browser
      .get(first.videoUrl)
      .responseType('blob')
      .expect(200)
      .expect('Content-Type', 'video/webm');
    expect(recording.equals(body as Buffer)).toBe(true);
  });

  it('can be played from any place', async () => {
    const recording = newRecording();
    const { videoUrl } = await answer(1, recording);
    const response = await browser.get(videoUrl).set('Range', 'bytes=10-19').responseType('blob').expect(206);
    expect(response.headers).toMatchObject({
      'content-range': `bytes 10-19/${recording.length}`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(recording.subarray(10, 20).equals(response.body as Buffer)).toBe(true);
  });

  it('may be MP4, whatever the recorder called it', async () => {
    const videoData = toDataUrl(sampleMp4(), 'video/webm');
    const { body } = await send({ questionId: 3, videoData }).expect(201);
    expect(body).toMatchObject({ mimeType: 'video/mp4' });
  });

  it('may be sound alone, and are served as that', async () => {
    const videoData = toDataUrl(sampleM4a(), 'audio/mp4;codecs=mp4a.40.2');
    const { body } = await send({ questionId: 3, videoData }).expect(201);
    expect(body).toMatchObject({ mimeType: 'audio/x-m4a' });
    await browser
      .get((body as AnswerVideo).videoUrl)
      .expect(200)
      .expect('Content-Type', 'audio/x-m4a');
  });

  it('do not depend on what the recorder says of length and size', async () => {
    const hints = { mimeType: 7, duration: 'long', fileSize: -1 };
    await send({ questionId: 1, videoData: toDataUrl(newRecording(), RECORDING_TYPE), ...hints }).expect(201);
    const timed = toDataUrl(newRecording(), RECORDING_TYPE);
    await send({ questionId: 2, videoData: timed, duration: '2:05' }).expect(201);
    const rows = await testApp.dataSource.query<object[]>(
      'SELECT duration_hint FROM answer WHERE participant_id = $1 ORDER BY question_id',
      [participantId],
    );
    expect(rows).toEqual([{ duration_hint: null }, { duration_hint: '2:05' }]);
  });

  it('complete the introduction with the first of them, and each its own step, once', async () => {
    await answer(2);
    const first = await stepTimes();
    expect(Object.keys(first).toSorted()).toEqual(['introduction_completed_at', 'trigger_event_completed_at']);
    await answer(6);
    await answer(2);
    const then = await stepTimes();
    expect(then).toMatchObject(first);
    expect(Object.keys(then)).toHaveLength(3);
    expect(then).toHaveProperty('wish_people_understood_completed_at');
  });

  it('leave one, whole, when several to one question come at once, and the others beside it', async () => {
    const files = await keptFiles();
    const ids = (await Promise.all([1, 2, 3, 4].map(() => answer(1)))).map(({ id }) => id);
    const [kept, ...others] = await list();
    expect(others).toEqual([]);
    expect((await state()).toSorted()).toEqual(ids.toSorted());
    await browser.get(kept?.videoUrl ?? '').expect(200);
    expect(await keptFiles()).toBe(files + 4);
  });

  describe('never take the place of another for good', () => {
    it('so that each recording can be heard, and chosen again', async () => {
      const [first, second, third] = [await answer(1), await answer(1), await answer(1)];
      expect(await state()).toEqual([third.id, second.id, first.id]);
      await browser.get(first.videoUrl).expect(200);
      const { body } = await choose(first.id).expect(200);
      expect(body).toMatchObject({
        id: first.id,
        isChosen: true,
        earlierRecordings: [{ id: third.id }, { id: second.id }],
      });
      await choose(first.id).expect(200);
      expect(await state()).toEqual([first.id, third.id, second.id]);
    });

    it('until one is removed, with its file', async () => {
      const [files, rows] = [await keptFiles(), await countRows('media_file')];
      const [first, second] = [await answer(1), await answer(1)];
      await remove(first.id).expect(204);
      expect(await state()).toEqual([second.id]);
      await browser.get(first.videoUrl).expect(404);
      expect([await keptFiles(), await countRows('media_file')]).toEqual([files + 1, rows + 1]);
      await remove(first.id).expect(404);
      await remove(second.id).expect(409, {
        message: 'This recording is your answer. Choose another one first.',
        code: 'recording_chosen',
      });
    });

    it('also not the one that its sender knew nothing of', async () => {
      const elsewhere = await answer(1);
      const { body } = await send({ questionId: 1, videoData: newVideoData(), insteadOf: null }).expect(201);
      expect(body).toMatchObject({ isChosen: false, earlierRecordings: [] });
      const { id } = body as AnswerVideo;
      expect(await state()).toEqual([elsewhere.id, id]);
      const known = { questionId: 1, videoData: newVideoData(), insteadOf: elsewhere.id };
      expect((await send(known).expect(201)).body).toMatchObject({ isChosen: true });
      await send({ questionId: 1, videoData: newVideoData(), insteadOf: 'x' }).expect(400);
    });

    it('and the same recording twice is one', async () => {
      const recording = newRecording();
      const first = await answer(1, recording);
      const second = await answer(1);
      const again = await answer(1, recording);
      expect(again).toMatchObject({ id: first.id, isChosen: true });
      expect(await state()).toEqual([first.id, second.id]);
    });

    it('and anew what was removed in another tab just then', async () => {
      const recording = newRecording();
      const removed = await answer(1, recording);
      const chosen = await answer(1);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
      );
      const removal = remove(removed.id).then(({ status }) => status);
      await untilBlocked(testApp.dataSource);
      const videoData = toDataUrl(recording, RECORDING_TYPE);
      const sending = send({ questionId: 1, videoData, insteadOf: null }).then((response) => response);
      await untilBlocked(testApp.dataSource, 2);
      await commit();
      expect(await removal).toBe(204);
      const { status, body } = await sending;
      expect(status).toBe(201);
      const { id, videoUrl } = body as AnswerVideo;
      expect(await state()).toEqual([chosen.id, id]);
      await browser.get(videoUrl).expect(200);
    });

    it('where it comes again just as another takes its place, which stays the answer', async () => {
      const recording = newRecording();
      const first = await answer(1, recording);
      await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
      );
      const other = toDataUrl(newRecording(), RECORDING_TYPE);
      const replacing = send({ questionId: 1, videoData: other, insteadOf: first.id }).then(({ body }) => body);
      await untilBlocked(testApp.dataSource);
      const videoData = toDataUrl(recording, RECORDING_TYPE);
      const again = send({ questionId: 1, videoData, insteadOf: null }).then(({ status }) => status);
      await untilBlocked(testApp.dataSource, 2);
      await commit();
      const second = (await replacing) as AnswerVideo;
      expect(await again).toBe(201);
      expect(await state()).toEqual([second.id, first.id]);
    });

    it('up to a number, which is told', async () => {
      const made = [];
      for (let i = 0; i < QUESTION_RECORDINGS_MAX; i++) made.push(await answer(1));
      const videoData = toDataUrl(newRecording(), RECORDING_TYPE);
      const { body } = await send({ questionId: 1, videoData }).expect(409);
      expect(body).toMatchObject({
        code: 'recordings_full',
        message: expect.stringMatching(/^We keep 10 recordings/) as string,
      });
      await remove(made[0]!.id).expect(204);
      await send({ questionId: 1, videoData }).expect(201);
    });

    it('to others, who neither hear, choose nor remove them', async () => {
      const earlier = await answer(1);
      await answer(1);
      const { browser: stranger } = await register();
      await stranger.get(earlier.videoUrl).expect(404);
      await choose(earlier.id, stranger).expect(404);
      await remove(earlier.id, stranger).expect(404);
      await choose('1').expect(404);
      expect(await state()).toHaveLength(2);
    });
  });

  describe('refuses', () => {
    const videoData = toDataUrl(sampleWebm(), RECORDING_TYPE);

    it('what is no recording, and keeps the earlier answer', async () => {
      const earlier = await answer(1);
      const files = await keptFiles();
      const html = Buffer.from('<!doctype html><script>alert(1)</script>');
      for (const bytes of [html, await sampleJpeg(), Buffer.alloc(0)]) {
        await send({ questionId: 1, videoData: toDataUrl(bytes, 'video/webm') }).expect(415, {
          message: 'This file is not a video or a sound recording of a kind that we can keep.',
          code: 'unsupported_media',
        });
      }
      expect(await list()).toEqual([earlier]);
      expect(await keptFiles()).toBe(files);
    });

    it.each([
      ['a question that is not asked', { questionId: 99, videoData }, 404, 'There is no such question.'],
      ['the story overview', { questionId: 0, videoData }, 404, 'There is no such question.'],
      ['a number beyond the database', { questionId: 2 ** 40, videoData }, 404, 'There is no such question.'],
      ['no question', { videoData }, 400, 'The number of the question must be a whole number of at least 0.'],
      ['no title', { questionId: 1, title: ' ', videoData }, 400, 'The title is required.'],
      [
        'a long title',
        { questionId: 1, title: 'x'.repeat(301), videoData },
        400,
        'The title must be at most 300 characters long.',
      ],
      ['no recording', { questionId: 1 }, 400, 'The recording is missing.'],
      [
        'bytes in no data URL',
        { questionId: 1, videoData: 'AAAA' },
        400,
        'The file must be sent as a base64 data URL.',
      ],
    ])('%s', async (_what, fields, status, message) => {
      const response = await send(fields).expect(status);
      expect(response.body).toMatchObject({ message });
      expect(await list()).toEqual([]);
    });

    it("someone else's answers, as if they did not exist", async () => {
      const { id, videoUrl } = await answer(1);
      const { browser: stranger } = await register();
      await stranger
        .get(`/api/videos/${id}`)
        .expect(404, { message: 'This video does not exist.', code: 'video_not_found' });
      await stranger.get(videoUrl).expect(404);
      expect((await stranger.get('/api/videos').expect(200)).body).toEqual([]);
    });

    it('an id that is none', async () => {
      await browser.get('/api/videos/1').expect(404);
      await browser.get('/api/videos/stream/1').expect(404);
    });

    it('a range outside the recording', async () => {
      const { videoUrl } = await answer(1);
      const response = await browser.get(videoUrl).set('Range', 'bytes=9999-').expect(416);
      expect(response.body).toMatchObject({ code: 'range_not_satisfiable' });
    });

    it('who is not signed in', async () => {
      const { videoUrl } = await answer(1);
      await testApp.http.get(videoUrl).expect(401);
      await testApp.http.get('/api/videos').expect(401);
      await testApp.http.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'x', videoData }).expect(401);
    });
  });
});

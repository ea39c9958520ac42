import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { AuditPage } from '../../contract/staff/audit.js';
import type { CurrentUser, ProgressStats } from '../../contract/people/participants.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

const answer = async (browser: Browser, questionIds: number[]) => {
  for (const questionId of questionIds) {
    const videoData = toDataUrl(sampleWebm(), 'video/webm');
    await browser.post('/api/videos/upload-cloud').send({ questionId, title: 'Answer', videoData }).expect(201);
  }
};
const addPhoto = async (browser: Browser): Promise<string> => {
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  const { body } = await browser.post('/api/photos').send({ originalName: 'me.jpg', imageData }).expect(201);
  return (body as { id: string }).id;
};
const submit = (browser: Browser) => browser.patch('/api/user/status').send({ status: 'submitted' });
const openSince = async (browser: Browser) => ((await browser.get('/api/auth/user')).body as CurrentUser).openSince;
const status = async (browser: Browser) => ((await browser.get('/api/auth/user')).body as { status: string }).status;

describe('progress', () => {
  let testApp: TestApp;
  let people = 0;
  beforeAll(async () => {
    testApp = await createTestApp({ STORY_GOAL: '250' });
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM participant'));

  const register = async (): Promise<Browser> => {
    const browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `person-${++people}@example.org` };
    await browser.post('/api/register').send(person).expect(201);
    return browser;
  };
  const reopenings = async () =>
    (await testApp.dataSource.query<object[]>(`SELECT FROM audit_entry WHERE action = 'story_reopened'`)).length;
  const mediaTime = async () => {
    const rows: { media_upload_completed_at: Date | null }[] = await testApp.dataSource.query(
      'SELECT media_upload_completed_at FROM participant',
    );
    return rows[0]?.media_upload_completed_at;
  };

  it('tells anyone how many people began, how many submitted, and the goal', async () => {
    const before = await testApp.http.get('/api/progress-stats').expect(200);
    expect(before.body).toEqual({ totalUsers: 0, completedInterviews: 0, goalStories: 250 } satisfies ProgressStats);
    const browser = await register();
    await register();
    await answer(browser, QUESTION_IDS);
    await addPhoto(browser);
    await submit(browser).expect(200);
    const { body } = await testApp.http.get('/api/progress-stats').expect(200);
    expect(body).toEqual({ totalUsers: 2, completedInterviews: 1, goalStories: 250 } satisfies ProgressStats);
  });

  it('ends with Submit, once all is there', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    await addPhoto(browser);
    expect(await mediaTime()).toBeNull();
    await submit(browser).expect(200, { status: 'submitted' });
    expect(await status(browser)).toBe('submitted');
    expect(await mediaTime()).toBeInstanceOf(Date);
  });

  it('stays at its end: submitting twice moves nothing, and nothing can be changed', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    const photoId = await addPhoto(browser);
    await submit(browser).expect(200);
    const time = await mediaTime();
    const refusal = { message: 'Your story was submitted. Reopen it first to change something.', code: 'submitted' };
    const [{ id }] = (await browser.get('/api/videos')).body as [AnswerVideo];
    const videoData = toDataUrl(sampleWebm(700), 'video/webm');
    await browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'x', videoData }).expect(409, refusal);
    await browser.post(`/api/videos/choose/${id}`).expect(409, refusal);
    await browser.delete(`/api/videos/${id}`).expect(409, refusal);
    await browser.delete(`/api/photos/${photoId}`).expect(409, refusal);
    for (const width of [640, 24]) {
      const imageData = toDataUrl(await sampleJpeg({ width }), 'image/jpeg');
      await browser.post('/api/photos').send({ originalName: 'me.jpg', imageData }).expect(409, refusal);
    }
    await submit(browser).expect(200, { status: 'submitted' });
    expect(await mediaTime()).toEqual(time);
  });

  it('can be taken back by reopening the story, which staff see', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    const photoId = await addPhoto(browser);
    const reopen = async () => {
      const { body } = await browser.post('/api/user/reopen').expect(200);
      expect(body).toEqual({ status: 'in_progress', openSince: await openSince(browser) });
    };
    const before = await reopenings();
    await reopen();
    expect(await reopenings()).toBe(before);
    await submit(browser).expect(200);
    const time = await mediaTime();
    await testApp.dataSource.query('UPDATE participant SET is_done = true');
    await reopen();
    await reopen();
    expect(await status(browser)).toBe('in_progress');
    expect(await reopenings()).toBe(before + 1);
    const staff = testApp.staff();
    expect((await staff.get('/api/admin/all-users').expect(200)).body).toMatchObject([
      { done: false, status: 'in_progress', reopenedAt: expect.stringMatching(/^\d{4}-/) as string },
    ]);
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    expect(entries[0]).toMatchObject({
      actor: 'participant',
      producer: null,
      action: 'story_reopened',
    });
    await browser.delete(`/api/photos/${photoId}`).expect(204);
    await addPhoto(browser);
    await submit(browser).expect(200);
    expect(await mediaTime()).toEqual(time);
    await testApp.http.post('/api/user/reopen').expect(401);
  });

  it('ends with the answers that were chosen: what was recorded earlier goes', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    const [{ id }] = (await browser.get('/api/videos')).body as [AnswerVideo];
    const videoData = toDataUrl(sampleWebm(701), 'video/webm');
    await browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'x', videoData }).expect(201);
    await browser.post(`/api/videos/choose/${id}`).expect(200);
    await addPhoto(browser);
    await submit(browser).expect(200);
    const answers = (await browser.get('/api/videos')).body as AnswerVideo[];
    expect(answers[0]).toMatchObject({ id, earlierRecordings: [] });
    expect(answers).toHaveLength(QUESTION_IDS.length);
    expect(await testApp.dataSource.query('SELECT FROM answer')).toHaveLength(QUESTION_IDS.length);
  });

  it('needs no photo from whom staff need none', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    await testApp.dataSource.query('UPDATE participant SET photos_needed = false');
    await submit(browser).expect(200);
    expect(await status(browser)).toBe('submitted');
  });

  it('ends with a Submit that has waited, unless the story was reopened since: then what was recorded since stays', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    await addPhoto(browser);
    const asPressed = await openSince(browser);
    const submitLate = () => browser.patch('/api/user/status').send({ status: 'submitted', openSince: asPressed });
    await submitLate().expect(200, { status: 'submitted' });
    await submitLate().expect(200, { status: 'submitted' });
    await browser.post('/api/user/reopen').expect(200);
    const videoData = toDataUrl(sampleWebm(702), 'video/webm');
    await browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'x', videoData }).expect(201);
    await submitLate().expect(409, {
      message: 'You have reopened your story since you pressed Submit here. Submit it again when you are done.',
      code: 'reopened',
    });
    expect(await status(browser)).toBe('in_progress');
    expect(await testApp.dataSource.query('SELECT FROM answer')).toHaveLength(QUESTION_IDS.length + 1);
    await submit(browser).expect(200, { status: 'submitted' });
  });

  it('deletes no recording that came since another page said what goes', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    await addPhoto(browser);
    const saveBeside = async (bytes: number) => {
      const recording = { questionId: 1, title: 'x', videoData: toDataUrl(sampleWebm(bytes), 'video/webm') };
      const { body } = await browser
        .post('/api/videos/upload-cloud')
        .send({ ...recording, insteadOf: null })
        .expect(201);
      return (body as AnswerVideo).id;
    };
    const submitAsTold = (earlierRecordings: string[] | null) =>
      browser.patch('/api/user/status').send({ status: 'submitted', earlierRecordings });
    const told = await saveBeside(703);
    const came = await saveBeside(704);
    await submitAsTold([told]).expect(409, {
      message:
        'Another page or device has changed which recordings would be deleted. Please look at them, then submit again.',
      code: 'recordings_changed',
    });
    expect(await status(browser)).toBe('in_progress');
    await browser.get(`/api/videos/stream/${came}`).expect(200);
    await browser.delete(`/api/videos/${told}`).expect(204);
    await submitAsTold([told, came]).expect(200, { status: 'submitted' });
    // Where all is handed in, nothing can be missed.
    await submitAsTold([]).expect(200, { status: 'submitted' });
    await browser.post('/api/user/reopen').expect(200);
    await saveBeside(705);
    await submitAsTold(null).expect(200, { status: 'submitted' });
  });

  describe('refuses', () => {
    it('a story whose last photo, or only answer to a question, goes just then', async () => {
      const browser = await register();
      await answer(browser, QUESTION_IDS.slice(1));
      const write = (text: string, revision: number) => browser.put('/api/written-answers/1').send({ text, revision });
      await write('Life was good.', 0).expect(200);
      const photoId = await addPhoto(browser);
      const submitBehind = async (change: () => Promise<{ status: number }>) => {
        await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
          transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
        );
        const changing = change();
        await untilBlocked(testApp.dataSource);
        const submitting = submit(browser).then(({ status: code, body }) => ({ code, body: body as object }));
        await untilBlocked(testApp.dataSource, 2);
        await commit();
        expect((await changing).status).toBeLessThan(300);
        return await submitting;
      };
      const questionsMissing = { code: 409, body: { code: 'questions_missing' } };
      expect(await submitBehind(async () => write('', 1))).toMatchObject(questionsMissing);
      await write('Life was good.', 2).expect(200);
      const photoRequired = { code: 409, body: { code: 'photo_required' } };
      expect(await submitBehind(async () => browser.delete(`/api/photos/${photoId}`))).toMatchObject(photoRequired);
      expect(await status(browser)).toBe('in_progress');
    });

    it('a story with an open question', async () => {
      const browser = await register();
      await answer(browser, QUESTION_IDS.slice(0, 5));
      await addPhoto(browser);
      await submit(browser).expect(409, {
        message: 'Please record a response to every question before submitting.',
        code: 'questions_missing',
      });
      expect(await status(browser)).toBe('in_progress');
    });

    it('a story without a photo', async () => {
      const browser = await register();
      await answer(browser, QUESTION_IDS);
      await submit(browser).expect(409, {
        message: 'Please upload at least one photo before submitting.',
        code: 'photo_required',
      });
      expect(await status(browser)).toBe('in_progress');
      expect(await mediaTime()).toBeNull();
    });

    it('any other status', async () => {
      const browser = await register();
      for (const body of [{ status: 'in_progress' }, { status: ['submitted'] }, {}]) {
        await browser.patch('/api/user/status').send(body).expect(400, {
          message: "The status can only become 'submitted'.",
          code: 'bad_request',
        });
      }
      expect(await status(browser)).toBe('in_progress');
    });

    it('who is not signed in', async () => {
      const { body } = await testApp.http.patch('/api/user/status').send({ status: 'submitted' }).expect(401);
      expect(body).toEqual({ message: 'Unauthorized', code: 'signed_out' });
    });
  });
});

import type { ProgressStats } from '../../contract/participants.js';
import { QUESTION_IDS } from '../../contract/steps.js';
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

  it('stays at its end: submitting twice moves nothing, nor does removing a photo', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    const photoId = await addPhoto(browser);
    await submit(browser).expect(200);
    const time = await mediaTime();
    await browser.delete(`/api/photos/${photoId}`).expect(204);
    await submit(browser).expect(200, { status: 'submitted' });
    expect(await mediaTime()).toEqual(time);
  });

  it('needs no photo from whom staff need none', async () => {
    const browser = await register();
    await answer(browser, QUESTION_IDS);
    await testApp.dataSource.query('UPDATE participant SET photos_needed = false');
    await submit(browser).expect(200);
    expect(await status(browser)).toBe('submitted');
  });

  describe('refuses', () => {
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

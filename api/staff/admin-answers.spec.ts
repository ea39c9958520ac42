import { randomUUID } from 'node:crypto';
import type { AdminAnswer } from '../contract/staff/admin-answers.js';
import type { AuditPage } from '../contract/staff/audit.js';
import { NewMediaService } from '../media/store/new-media.service.js';
import { swapQuestions } from '../testing/question-order.js';
import { provenPerson } from '../testing/proven-person.js';
import { refuseAudit } from '../testing/refuse-audit.js';
import { noVideoTools } from '../testing/transcoded-videos.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../testing/sample-media.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../testing/test-app.js';

const RECORDING = sampleWebm(3000, 5);
const anAnswer = (recording: Buffer, questionId = 1) => ({
  questionId,
  title: 'An answer',
  videoData: toDataUrl(recording, 'video/webm'),
});
const partsOf = ({ pieces }: AdminAnswer) => pieces!.flatMap(({ videoUrl, originalUrl }) => [videoUrl, originalUrl]);

describe("a participant's answers, as staff see them", () => {
  let testApp: TestApp;
  let staff: ReturnType<TestApp['browser']>;
  let person: ReturnType<TestApp['browser']>;
  let userId: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    await noVideoTools(testApp);
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    person = testApp.browser();
    const { body } = await person
      .post('/api/register')
      .send({ firstName: 'Zoë', lastName: 'Example', email: `${randomUUID()}@example.org` })
      .expect(201);
    userId = (body as { user: { id: string } }).user.id;
    for (const questionId of [2, 1]) {
      await person.post('/api/videos/upload-cloud').send(anAnswer(RECORDING, questionId)).expect(201);
    }
  });

  const list = async () => (await staff.get(`/api/admin/user-answers/${userId}`).expect(200)).body as AdminAnswer[];
  const audited = async (count: number) => {
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    return entries.slice(0, count).map(({ action, subject }) => `${action} ${subject.type} ${subject.id}`);
  };

  it('are listed in the order of the questions, which is recorded', async () => {
    const answers = await list();
    expect(answers.map(({ questionId }) => questionId)).toEqual([1, 2]);
    expect(answers[0]).toMatchObject({ title: 'An answer', fileSize: RECORDING.length, posterUrl: null });
    const view = `answers_viewed participant ${userId}`;
    expect(await audited(1)).toEqual([view]);
    // What they wrote is seen beside these.
    await staff.get(`/api/admin/user-answers/${userId}/written`).expect(200);
    expect((await audited(50)).filter((entry) => entry === view)).toEqual([view]);
  });

  it('are downloaded as they were recorded, named after person and question, which is recorded', async () => {
    const [{ id, originalUrl }] = (await list()) as [AdminAnswer];
    const { body, headers } = await staff.get(originalUrl).responseType('blob').expect(200);
    expect(RECORDING.equals(body as Buffer)).toBe(true);
    const name = /filename\*=UTF-8''(.+)$/.exec(String(headers['content-disposition']))![1]!;
    expect(decodeURIComponent(name)).toMatch(/^zoë-\d{4}-\d\d-\d\d(-\d+)?-question-1\.webm$/);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(await audited(1)).toEqual([`answer_downloaded answer ${id}`]);
  });

  it('are read in words, in any script, beside the recordings as one view', async () => {
    const text = '<script>alert(1)</script>\n\nقبل المرض 🌱';
    await person.put('/api/written-answers/3').send({ text, revision: 0 }).expect(200);
    await person.put('/api/written-answers/2').send({ text: 'Taken back', revision: 0 }).expect(200);
    await person.put('/api/written-answers/2').send({ text: '', revision: 1 }).expect(200);
    const written = async () =>
      (await staff.get(`/api/admin/user-answers/${userId}/written`).expect(200)).body as unknown;
    expect(await written()).toMatchObject([{ questionId: 3, text }]);
    await person.put('/api/written-answers/1').send({ text: 'Hills', revision: 0 }).expect(200);
    expect(await written()).toMatchObject([{ questionId: 1 }, { questionId: 3 }]);
    await swapQuestions(testApp.dataSource, [1, 3], async () =>
      expect(await written()).toMatchObject([{ questionId: 3 }, { questionId: 1 }]),
    );
    const view = `answers_viewed participant ${userId}`;
    expect(await audited(1)).toEqual([view]);
    const before = await audited(50);
    await list();
    await written();
    expect(await audited(51)).toEqual([view, ...before]);
  });

  it('are played in parts, which is one view', async () => {
    const [{ id, videoUrl }] = (await list()) as [AdminAnswer];
    for (const range of ['bytes=0-9', 'bytes=10-19']) await staff.get(videoUrl).set('Range', range).expect(206);
    expect(await audited(2)).toEqual([`answer_viewed answer ${id}`, `answers_viewed participant ${userId}`]);
  });

  it('are not seen while that cannot be recorded, and the next look is recorded', async () => {
    const refused = (path: string) => refuseAudit(testApp.dataSource, () => staff.get(path).expect(500));
    await refused(`/api/admin/user-answers/${userId}`);
    await staff.get(`/api/admin/user-answers/${userId}/written`).expect(200);
    const view = `answers_viewed participant ${userId}`;
    expect(await audited(1)).toEqual([view]);
    const [{ id, videoUrl, originalUrl }] = (await list()) as [AdminAnswer];
    await refused(originalUrl);
    await refused(videoUrl);
    await staff.get(videoUrl).expect(200);
    expect(await audited(3)).toEqual([`answer_viewed answer ${id}`, view, view]);
  });

  it('are seen in pictures: beside their list as one view, and without it as a view of each', async () => {
    const picture = { type: { mimeType: 'image/jpeg', extension: 'jpg' }, bytes: await sampleJpeg() };
    await testApp.app
      .get(NewMediaService)
      .storeMade([picture], ([file], transaction) =>
        transaction.query('UPDATE video_preparation SET poster_media_id = $1', [file!.id]),
      );
    const answers = await list();
    const view = (browser: typeof staff) =>
      Promise.all(answers.map(({ posterUrl }) => browser.get(posterUrl!).expect(200)));
    await view(staff);
    expect(await audited(1)).toEqual([`answers_viewed participant ${userId}`]);
    const maria = testApp.browser();
    await maria.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD, name: 'Maria' }).expect(201);
    const before = await audited(50);
    await view(maria);
    await view(maria);
    const after = await audited(50);
    const added = after.slice(0, after.length - before.length);
    expect(added.toSorted()).toEqual(answers.map(({ id }) => `answer_viewed answer ${id}`).toSorted());
  });

  it('tell how far they are on their way to every device', async () => {
    const [{ id, preparation }] = (await list()) as [AdminAnswer];
    const { body } = await staff.get(`/api/admin/answer/${id}/preparation`).expect(200);
    expect(body).toEqual(preparation);
  });

  describe('in pieces that are not joined', () => {
    const ADDED = sampleWebm(2000, 7);
    const add = (browser: typeof person) =>
      browser
        .post('/api/videos/upload-cloud')
        .send({ questionId: 1, title: 'An answer', isAddition: true, videoData: toDataUrl(ADDED, 'video/webm') })
        .expect(201);

    it('are told, played and downloaded one by one, which is recorded as of any answer', async () => {
      await add(person);
      const [answer, whole] = (await list()) as [AdminAnswer, AdminAnswer];
      expect(whole).not.toHaveProperty('pieces');
      expect(answer.pieces).toMatchObject([
        { id: answer.id, fileSize: RECORDING.length },
        { id: expect.any(String) as string, fileSize: ADDED.length },
      ]);
      const view = `answers_viewed participant ${userId}`;
      expect(await audited(1)).toEqual([view]);

      const played = [];
      for (const { videoUrl } of answer.pieces!) {
        const { body } = await staff.get(videoUrl).responseType('blob').expect(200);
        played.push(body as Buffer);
      }
      expect(played.map((bytes, place) => bytes.equals([RECORDING, ADDED][place]!))).toEqual([true, true]);
      expect(await audited(2)).toEqual([`answer_viewed answer ${answer.id}`, view]);

      const names = [];
      for (const [place, { originalUrl }] of answer.pieces!.entries()) {
        const { body, headers } = await staff.get(originalUrl).responseType('blob').expect(200);
        expect([RECORDING, ADDED][place]!.equals(body as Buffer)).toBe(true);
        expect(headers['cache-control']).toBe('private, no-store');
        names.push(/-question-[^"]+/.exec(String(headers['content-disposition']))![0]);
      }
      expect(names).toEqual(['-question-1-recording-1.webm', '-question-1-recording-2.webm']);
      const download = `answer_downloaded answer ${answer.id}`;
      expect(await audited(3)).toEqual([download, download, `answer_viewed answer ${answer.id}`]);
    });

    it('are as long as all of them together, once that is known of each', async () => {
      await add(person);
      expect(await list()).toMatchObject([{ durationSeconds: null }, { durationSeconds: null }]);
      await testApp.dataSource.query('UPDATE video_preparation SET duration_seconds = 20');
      expect(await list()).toMatchObject([{ durationSeconds: 40 }, { durationSeconds: 20 }]);
    });

    it('are not seen while that cannot be recorded', async () => {
      await add(person);
      const [answer] = (await list()) as [AdminAnswer];
      for (const address of partsOf(answer)) {
        await refuseAudit(testApp.dataSource, () => staff.get(address).expect(500));
      }
    });

    it('are refused to everyone but staff, and below another answer', async () => {
      await add(person);
      const [answer, whole] = (await list()) as [AdminAnswer, AdminAnswer];
      for (const address of partsOf(answer)) {
        await testApp.http.get(address).expect(401);
        await person.get(address).expect(401);
      }
      for (const pieceId of [...answer.pieces!.map(({ id }) => id), randomUUID(), 'nonsense']) {
        for (const part of ['stream', 'original']) {
          const { body } = await staff.get(`/api/admin/answer/${whole.id}/pieces/${pieceId}/${part}`).expect(404);
          expect(body).toMatchObject({ code: 'video_not_found' });
        }
      }
    });

    it.each([
      [
        'is replaced',
        () =>
          person
            .post('/api/videos/upload-cloud')
            .send(anAnswer(sampleWebm(3000, 8)))
            .expect(201),
      ],
      ['is set apart', () => testApp.dataSource.query('UPDATE answer SET is_set_apart = true')],
    ])('are seen no more once their answer %s', async (_what, change) => {
      await add(person);
      const [answer] = (await list()) as [AdminAnswer];
      await change();
      for (const address of partsOf(answer)) {
        expect((await staff.get(address).expect(404)).body).toMatchObject({ code: 'video_not_found' });
      }
    });

    it.each([{ what: 'story' }, { what: 'answer' }])(
      'are seen no more once their $what is withdrawn',
      async ({ what }) => {
        const { browser, id } = await provenPerson(testApp);
        await browser.post('/api/videos/upload-cloud').send(anAnswer(RECORDING)).expect(201);
        await add(browser);
        const { body } = await staff.get(`/api/admin/user-answers/${id}`).expect(200);
        const [answer] = body as [AdminAnswer];
        for (const address of partsOf(answer)) await staff.get(address).expect(200);
        await browser
          .post('/api/my-story/withdraw')
          .send(what === 'story' ? { what } : { what, id: answer.id })
          .expect(200);
        for (const address of partsOf(answer)) {
          expect((await staff.get(address).expect(404)).body).toMatchObject({ code: 'video_not_found' });
        }
      },
    );
  });

  describe('refuses', () => {
    const PARTS = ['stream', 'poster', 'original', 'preparation'];

    it.each(PARTS)('the %s of what is no answer', async (part) => {
      for (const id of [randomUUID(), 'nonsense']) {
        const { body } = await staff.get(`/api/admin/answer/${id}/${part}`).expect(404);
        expect(body).toEqual({ code: 'video_not_found', message: 'This video does not exist.' });
      }
    });

    it('what its person has replaced by another recording', async () => {
      const [{ id }] = (await list()) as [AdminAnswer];
      await person
        .post('/api/videos/upload-cloud')
        .send(anAnswer(sampleWebm(3000, 6)))
        .expect(201);
      for (const part of PARTS) {
        const { body } = await staff.get(`/api/admin/answer/${id}/${part}`).expect(404);
        expect(body).toMatchObject({ code: 'video_not_found' });
      }
      const [{ videoUrl }] = (await list()) as [AdminAnswer];
      await staff.get(videoUrl).expect(200);
    });

    it('the answers of nobody', async () => {
      await staff.get(`/api/admin/user-answers/${randomUUID()}`).expect(404);
      await staff.get('/api/admin/user-answers/nonsense').expect(404);
      await staff.get(`/api/admin/user-answers/${randomUUID()}/written`).expect(404);
    });

    it('everyone but staff', async () => {
      const [{ originalUrl }] = (await list()) as [AdminAnswer];
      await testApp.http.get(originalUrl).expect(401);
      await testApp.http.get(`/api/admin/user-answers/${userId}`).expect(401);
      await testApp.http.get(`/api/admin/user-answers/${userId}/written`).expect(401);
    });
  });
});

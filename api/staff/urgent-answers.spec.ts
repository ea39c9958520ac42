import type { AdminPhoto } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import {
  markPhotoUrgentPath,
  markUrgentPath,
  URGENT_PATH,
  type UrgentAnswer,
  type UrgentStep,
  urgentPath,
} from '../contract/staff/urgent.js';
import { ArchiveClient } from '../testing/archive-client.js';
import { holdTransaction, untilBlocked } from '../testing/hold-transaction.js';
import { PublicSender } from '../testing/public-sender.js';
import { provenPerson } from '../testing/proven-person.js';
import { sampleJpeg, toDataUrl } from '../testing/sample-media.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../testing/test-app.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';

describe('answers whose person needs somebody today', () => {
  let testApp: TestApp;
  let staff: ArchiveClient;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = await ArchiveClient.signIn(testApp);
  });
  afterAll(() => testApp.close());

  const producer = async (name: string) => {
    const browser = testApp.browser();
    await browser.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD, name }).expect(201);
    return browser;
  };
  const list = async () => (await staff.get(URGENT_PATH).expect(200)).body as UrgentAnswer[];
  const mark = (id: string, questionId: unknown, by = testApp.staff()) =>
    by.post(markUrgentPath(id)).send({ questionId });
  const go = (id: string, step: UrgentStep, by = testApp.staff()) => by.post(urgentPath(id, step));
  afterEach(async () => {
    await testApp.dataSource.query('DELETE FROM urgent_answer');
  });

  it('are listed with who said so and since when, once each, until somebody took them and is done', async () => {
    const { id, email } = await provenPerson(testApp, 'Anna');
    const maria = await producer('Maria');
    const ben = await producer('Ben');
    await mark(id, 2, maria).expect(200);
    const [urgent] = (await mark(id, 2, ben).expect(200)).body as [UrgentAnswer];
    expect(await list()).toEqual([
      expect.objectContaining({
        userId: id,
        name: 'Anna Example',
        email,
        questionId: 2,
        markedBy: 'Maria',
        taken: null,
      }),
    ]);
    expect((await go(urgent.id, 'done', ben).expect(409)).body).toMatchObject({ code: 'not_taken' });
    await go(urgent.id, 'take', ben).expect(200);
    expect((await go(urgent.id, 'take', maria).expect(409)).body).toMatchObject({
      code: 'already_taken',
      message: 'Ben has taken this already.',
    });
    expect((await list())[0]).toMatchObject({ markedAt: urgent.markedAt, taken: { by: 'Ben' } });
    await go(urgent.id, 'give-back', ben).expect(200);
    expect((await list())[0]).toMatchObject({ markedAt: urgent.markedAt, taken: null });
    await go(urgent.id, 'take', maria).expect(200);
    await go(urgent.id, 'done', maria).expect(200, []);
    expect((await go(urgent.id, 'done', maria).expect(404)).body).toMatchObject({ code: 'urgent_not_found' });

    const { entries } = (await staff.get(`/api/admin/audit?person=${id}`).expect(200)).body as AuditPage;
    expect(entries.map(({ action, producer: name }) => [action, name])).toEqual([
      ['urgent_done', 'Maria'],
      ['urgent_taken', 'Maria'],
      ['urgent_given_back', 'Ben'],
      ['urgent_taken', 'Ben'],
      ['urgent_marked', 'Maria'],
    ]);
    expect((await mark(id, 2).expect(200)).body).toHaveLength(1);
  });

  it('are listed the longest waiting first, also where one was taken and given back', async () => {
    const { id } = await provenPerson(testApp);
    // As many as there are: two stand in their order by chance, too.
    const questionIds = [6, 5, 4, 3, 2, 1];
    for (const questionId of questionIds) await mark(id, questionId).expect(200);
    const [first] = await list();
    for (const step of ['take', 'give-back'] as const) await go(first!.id, step).expect(200);
    expect((await list()).map(({ questionId }) => questionId)).toEqual(questionIds);
  });

  it('are taken by one of two at once', async () => {
    const { id } = await provenPerson(testApp);
    const [urgent] = (await mark(id, 1).expect(200)).body as [UrgentAnswer];
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM urgent_answer WHERE id = $1 FOR UPDATE', [urgent.id]),
    );
    const taking = Promise.all([1, 2].map(() => go(urgent.id, 'take')));
    await untilBlocked(testApp.dataSource, 2);
    await commit();
    expect((await taking).map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409']);
  });

  it('are photos, too, and what came through the public page', async () => {
    const { id, email, browser } = await provenPerson(testApp, 'Anna');
    const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
    const { body } = await browser.post('/api/photos').send({ originalName: 'a.jpg', description: '', imageData });
    const photoId = (body as { id: string }).id;
    const sender = new PublicSender(testApp);
    await sender.send().expect(201);
    const [upload] = (await staff.get(`/api/admin/user-photos/${sender.email}`).expect(200)).body as AdminPhoto[];
    const markPhoto = (photo: string) => testApp.staff().post(markPhotoUrgentPath(photo));
    await markPhoto(photoId).expect(200);
    await markPhoto(upload!.id).expect(200);
    const [ofPhoto, ofUpload] = (await markPhoto(upload!.id).expect(200)).body as UrgentAnswer[];
    expect([ofPhoto, ofUpload]).toEqual([
      expect.objectContaining({ userId: id, name: 'Anna Example', email, questionId: null, photoId }),
      expect.objectContaining({ userId: null, name: null, email: sender.email, questionId: null, photoId: upload!.id }),
    ]);
    await go(ofUpload!.id, 'take').expect(200);
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    expect(entries[0]).toMatchObject({ action: 'urgent_taken', subject: { type: 'photo', id: upload!.id } });
    await testApp.staff().delete(`/api/admin/photo/${upload!.id}`).expect(200);
    expect((await list()).map(({ photoId: photo }) => photo)).toEqual([photoId]);
    // Whoever needs somebody still does when the photo is taken back.
    await browser.post('/api/my-story/withdraw').send({ what: 'photo', id: photoId }).expect(200);
    expect(await list()).toHaveLength(1);
    await markPhoto(photoId).expect(404);
    await markPhoto('none').expect(404);
  });

  it('are nothing that came through the public page and is deleted just then', async () => {
    const { dataSource } = testApp;
    const sender = new PublicSender(testApp);
    await sender.send().expect(201);
    const [upload] = (await staff.get(`/api/admin/user-photos/${sender.email}`).expect(200)).body as AdminPhoto[];
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('DELETE FROM public_upload WHERE id = $1', [upload!.id]),
    );
    const marking = testApp
      .staff()
      .post(markPhotoUrgentPath(upload!.id))
      .then(({ status }) => status);
    await untilBlocked(dataSource);
    await commit();
    expect(await marking).toBe(404);
  });

  it('go with their person, and are about nobody and no question that is not there', async () => {
    const { id, browser } = await provenPerson(testApp);
    await mark(id, 1).expect(200);
    await mark(id, 999).expect(404);
    await mark(NO_ID, 1).expect(404);
    await mark(id, 'one').expect(400);
    await go(NO_ID, 'take').expect(404);
    await go('none', 'take').expect(404);
    await browser.get(URGENT_PATH).expect(401);
    await browser.post('/api/my-story/leave').expect(200);
    expect(await list()).toEqual([]);
  });
});

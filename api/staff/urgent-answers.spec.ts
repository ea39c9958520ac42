import type { AuditPage } from '../contract/audit.js';
import { markUrgentPath, URGENT_PATH, type UrgentAnswer, type UrgentStep, urgentPath } from '../contract/urgent.js';
import { ArchiveClient } from '../testing/archive-client.js';
import { provenPerson } from '../testing/proven-person.js';
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

  it('are taken by one of two at once', async () => {
    const { id } = await provenPerson(testApp);
    const [urgent] = (await mark(id, 1).expect(200)).body as [UrgentAnswer];
    const statuses = (await Promise.all([1, 2, 3].map(() => go(urgent.id, 'take')))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
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

import { randomUUID } from 'node:crypto';
import type { AdminUser } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import type { RegisterRequest, RegisterResponse } from '../contract/people/participants.js';
import { TRACKED_STEPS, stepTimes } from '../contract/interview/steps.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

describe('people, as staff see them', () => {
  let testApp: TestApp;
  let staff: ReturnType<TestApp['browser']>;
  let people = 0;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM participant'));

  const register = async (fields: Partial<RegisterRequest> = {}): Promise<string> => {
    const person = { firstName: 'Anna', lastName: 'Example', email: `person-${++people}@example.org` };
    const { body } = await testApp.http
      .post('/api/register')
      .send({ ...person, ...fields })
      .expect(201);
    return (body as RegisterResponse).user.id;
  };
  const completeMedia = (id: string) =>
    testApp.dataSource.query('UPDATE participant SET media_upload_completed_at = now() WHERE id = $1', [id]);
  const list = async () => (await staff.get('/api/admin/all-users').expect(200)).body as AdminUser[];
  const lastAudited = async () => {
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    return entries[0];
  };

  it('are listed with what they have done to their story: hidden, or withdrawn', async () => {
    const [hidden, withdrawn, shown] = [await register(), await register(), await register()];
    const at = '2026-03-02T10:00:00.000Z';
    await testApp.dataSource.query('INSERT INTO story_choice (participant_id, hidden_at) VALUES ($1, $2)', [
      hidden,
      at,
    ]);
    await testApp.dataSource.query(
      'INSERT INTO story_choice (participant_id, hidden_at, withdrawn_at) VALUES ($1, $2, $2)',
      [withdrawn, at],
    );
    await testApp.dataSource.query('INSERT INTO story_choice (participant_id, shown_name) VALUES ($1, $2)', [
      shown,
      'Kim',
    ]);
    const notShown = new Map((await list()).map((user) => [user.id, user.notShown]));
    expect([hidden, withdrawn, shown].map((id) => notShown.get(id))).toEqual([
      { as: 'hidden', at },
      { as: 'withdrawn', at },
      null,
    ]);
    const { body } = await staff.patch(`/api/admin/users/${hidden}`).send({ photosNeeded: false }).expect(200);
    expect((body as AdminUser).notShown).toEqual({ as: 'hidden', at });
  });

  it('are listed with everything that is known of them, the newest first', async () => {
    const first = await register();
    const second = await register({
      firstName: 'Zoë',
      lastName: 'Adams',
      email: 'Zoe@example.org',
      tag: true,
      instagram: '@zoe',
    });
    const users = await list();
    expect(users.map(({ id }) => id)).toEqual([second, first]);
    const { createdAt } = users[0]!;
    expect(users[0]).toEqual({
      id: second,
      firstName: 'Zoë',
      lastName: 'Adams',
      email: 'Zoe@example.org',
      userName: `zoë-${createdAt.slice(0, 10)}`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      status: 'in_progress',
      done: false,
      tag: true,
      instagram: '@zoe',
      tiktok: null,
      photosNeeded: true,
      ...stepTimes((field) => (field === 'identityConfirmedAt' ? createdAt : null)),
      mediaUploadCompletedAt: null,
      reopenedAt: null,
      emailProvenAt: null,
      unclaimed: null,
      notShown: null,
      guardianDecides: false,
    } satisfies AdminUser);
  });

  it('come compressed to who can read that', async () => {
    for (const _ of [1, 2, 3]) await register();
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers, body } = await staff.get('/api/admin/all-users').set('Accept-Encoding', accepted).expect(200);
      expect(headers['content-encoding']).toBe(encoding);
      expect(body).toHaveLength(3);
    }
  });

  it('show when each step was done', async () => {
    const id = await register();
    const times = TRACKED_STEPS.map(({ number }) => new Date(Date.UTC(2026, 0, number + 1)));
    const columns = TRACKED_STEPS.map(({ wireField }, index) => `${wireField} = $${index + 2}`);
    await testApp.dataSource.query(`UPDATE participant SET ${columns.join(', ')} WHERE id = $1`, [id, ...times]);
    const [user] = await list();
    expect(TRACKED_STEPS.map(({ field }) => user?.[field])).toEqual(times.map((time) => time.toISOString()));
  });

  it('are marked as done', async () => {
    const id = await register();
    await completeMedia(id);
    const { body } = await staff.patch(`/api/admin/mark-user-done/${id}`).expect(200);
    expect(body).toMatchObject({ id, done: true });
    expect(await list()).toEqual([body]);
    expect(await lastAudited()).toMatchObject({
      action: 'participant_done',
      subject: { type: 'participant', id },
    });
    await staff.patch(`/api/admin/mark-user-done/${id}`).expect(200, body as AdminUser);
  });

  it('are not done any more when that is taken back', async () => {
    const id = await register();
    await completeMedia(id);
    await staff.patch(`/api/admin/mark-user-done/${id}`).expect(200);
    const { body } = await staff.patch(`/api/admin/mark-user-done/${id}`).send({ done: false }).expect(200);
    expect(body).toMatchObject({ id, done: false });
    expect(await list()).toEqual([body]);
    expect(await lastAudited()).toMatchObject({ action: 'participant_not_done', subject: { type: 'participant', id } });
    await staff.patch(`/api/admin/mark-user-done/${id}`).send({ done: true }).expect(200);
    expect(await list()).toMatchObject([{ id, done: true }]);
  });

  it('are spared the photo step when staff need no photos', async () => {
    const browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `person-${++people}@example.org` };
    const { id } = ((await browser.post('/api/register').send(person)).body as RegisterResponse).user;
    const { body } = await staff.patch(`/api/admin/users/${id}`).send({ photosNeeded: false }).expect(200);
    expect(body).toMatchObject({ id, photosNeeded: false });
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ photosNeeded: false });
    expect(await lastAudited()).toMatchObject({ action: 'participant_changed', subject: { type: 'participant', id } });
    await staff.patch(`/api/admin/users/${id}`).send({ photosNeeded: true }).expect(200);
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ photosNeeded: true });
  });

  describe('refuses', () => {
    const unknown = { code: 'participant_not_found', message: 'No such person.' };

    it.each([randomUUID(), 'abc', '%00'])('the unknown person %s', async (id) => {
      await staff.patch(`/api/admin/mark-user-done/${id}`).expect(404, unknown);
      await staff.patch(`/api/admin/users/${id}`).send({ photosNeeded: false }).expect(404, unknown);
    });

    it('to be done with somebody who is not ready', async () => {
      const id = await register();
      const message = 'This person has not completed the media upload yet, so they cannot be marked as done.';
      const refusal = { message, code: 'media_upload_open' };
      await staff.patch(`/api/admin/mark-user-done/${id}`).expect(409, refusal);
      await staff.patch(`/api/admin/mark-user-done/${id}`).send({ done: true }).expect(409, refusal);
      expect(await list()).toMatchObject([{ id, done: false }]);
      await staff.patch(`/api/admin/mark-user-done/${id}`).send({ done: false }).expect(200);
    });

    it('to be done in other words than yes and no', async () => {
      const message = 'Please say whether this person is done: true or false.';
      const refusal = { message, code: 'bad_request' };
      const id = await register();
      await completeMedia(id);
      await staff.patch(`/api/admin/mark-user-done/${id}`).send({ done: 'no' }).expect(400, refusal);
      expect(await list()).toMatchObject([{ id, done: false }]);
    });

    const photosNeeded = 'Please say whether photos are needed: true or false.';
    it.each([
      [{}, 'Please say what to change.'],
      [{ photosNeeded: 'false' }, photosNeeded],
      [{ photosNeeded: null }, photosNeeded],
      [{ firstName: '  ' }, 'First name is required.'],
      [{ firstName: null }, 'First name is required.'],
      [{ lastName: 'x'.repeat(101) }, 'Last name must be at most 100 characters long.'],
      [{ email: 'anna@' }, 'Please enter a valid email address.'],
      [{ tag: 'yes' }, 'Tag must be true or false.'],
      [{ was: { firstName: 'Anna' } }, 'Please say what to change.'],
      [
        { firstName: 'Bea', redirectOldAddress: 'yes' },
        'Please say whether the old address leads to the new one: true or false.',
      ],
    ])('the change %j', async (body, message) => {
      const id = await register();
      await staff.patch(`/api/admin/users/${id}`).send(body).expect(400, { message, code: 'bad_request' });
      expect(await list()).toMatchObject([{ id, photosNeeded: true, done: false }]);
    });

    it('everyone but staff', async () => {
      const id = await register();
      await testApp.http.get('/api/admin/all-users').expect(401);
      await testApp.http.patch(`/api/admin/mark-user-done/${id}`).expect(401);
      await testApp.http.patch(`/api/admin/users/${id}`).send({ photosNeeded: false }).expect(401);
      expect(await list()).toMatchObject([{ id, photosNeeded: true, done: false }]);
    });
  });
});

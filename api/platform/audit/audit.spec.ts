import { randomUUID } from 'node:crypto';
import {
  AUDIT_KINDS,
  type AuditEntry,
  type AuditPage,
  STAFF_CHANGES_API,
  type StaffChanges,
} from '../../contract/staff/audit.js';
import { AUDIT_PAGE_SIZE } from '../../contract/common/limits.js';
import { STAFF_PASSWORD_HEADER } from '../../contract/staff/staff.js';
import { holdTransaction } from '../../testing/hold-transaction.js';
import { startSecondServer } from '../../testing/second-server.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { AuditService } from './audit.service.js';

const PATH = '/api/admin/audit';

/** Which change is the last one, as a server tells it to staff. */
const changes = async (http: TestApp['http'], after?: number) => {
  const { body } = await http
    .get(STAFF_CHANGES_API)
    .query({ after })
    .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD)
    .expect(200);
  return (body as StaffChanges).last;
};

describe('audit', () => {
  let testApp: TestApp;
  let audit: AuditService;
  beforeAll(async () => {
    testApp = await createTestApp();
    audit = testApp.app.get(AuditService);
  });
  afterAll(() => testApp.close());

  const read = async (query = ''): Promise<AuditPage> => {
    const response = await testApp.http.get(PATH + query).set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD);
    expect(response.status).toBe(200);
    return response.body as AuditPage;
  };
  const found = async (query: string) =>
    (await read(`?${query}`)).entries.map(({ producer, action }) => `${producer} ${action}`);
  const newest = async (): Promise<AuditEntry | undefined> => (await read()).entries[0];

  it('tells at once, on every server, that something has changed, and nothing of what was only looked at', async () => {
    await using second = await startSecondServer(testApp);
    const known = await changes(second.http);
    const begun = performance.now();
    const following = changes(second.http, known);
    await audit.record('photos_viewed', { type: 'participant', id: randomUUID() });
    const early = await Promise.race([following, new Promise((resolve) => setTimeout(resolve, 1_000, 'waits'))]);
    expect(early).toBe('waits');
    await audit.record('participant_done', { type: 'participant', id: randomUUID() });
    const next = await following;
    expect(next).toBeGreaterThan(known);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await changes(testApp.http)).toBe(next);
    expect(await changes(testApp.http, known)).toBe(next);
    await testApp.http.get(STAFF_CHANGES_API).expect(401);
  });

  it('tells of a change that was begun before another and is saved after it', async () => {
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      audit.record('participant_done', { type: 'participant', id: randomUUID() }, transaction),
    );
    await audit.record('participant_done', { type: 'participant', id: randomUUID() });
    const known = await changes(testApp.http);
    await commit();
    expect(await changes(testApp.http, known)).toBeGreaterThan(known);
  });

  it('keeps who did what to whom and when', async () => {
    const subject = { type: 'participant', id: randomUUID() } as const;
    await audit.record('participant_done', subject);
    const entry = await newest();
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      actor: 'staff',
      producer: null,
      action: 'participant_done',
      subject,
      at: expect.any(String) as string,
    });
    expect(Math.abs(Date.parse(entry?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('notes what is done to a person as theirs', async () => {
    const id = randomUUID();
    await audit.record('participant_done', { type: 'participant', id });
    const owners = await testApp.dataSource.query<object[]>(
      'SELECT participant_id AS owner FROM audit_entry WHERE subject_id = $1',
      [id],
    );
    expect(owners).toEqual([{ owner: id }]);
  });

  it('says that the end of a release was by itself, also where an earlier version noted its person', async () => {
    const id = randomUUID();
    await testApp.dataSource.query(
      `INSERT INTO audit_entry (actor, action, subject_type, subject_id) VALUES ('participant', 'release_over', 'video', $1)`,
      [id],
    );
    expect(await newest()).toMatchObject({ actor: 'system', action: 'release_over', subject: { type: 'video', id } });
  });

  it('names no single subject for what concerns the whole archive', async () => {
    await audit.record('people_exported', { type: 'archive', id: null });
    expect(await newest()).toMatchObject({ action: 'people_exported', subject: { type: 'archive', id: null } });
  });

  it('forgets what a transaction did not do in the end', async () => {
    const before = await newest();
    const failing = testApp.dataSource.transaction(async (transaction) => {
      await audit.record('photo_viewed', { type: 'photo', id: randomUUID() }, transaction);
      throw new Error('Given up');
    });
    await expect(failing).rejects.toThrow('Given up');
    expect(await newest()).toEqual(before);
  });

  it('is read page by page, newest first, whatever is added meanwhile', async () => {
    const ids = Array.from({ length: AUDIT_PAGE_SIZE + 1 }, () => randomUUID());
    for (const id of ids) await audit.record('photo_viewed', { type: 'photo', id });
    const first = await read();
    expect(first.entries.map(({ subject }) => subject.id)).toEqual(ids.toReversed().slice(0, AUDIT_PAGE_SIZE));
    await audit.record('photo_viewed', { type: 'photo', id: randomUUID() });
    const second = await read(`?before=${first.nextBefore}`);
    expect(second.entries[0]?.subject.id).toBe(ids[0]);
    let last = second;
    while (last.nextBefore !== null) last = await read(`?before=${last.nextBefore}`);
    expect(last.entries.length).toBeLessThanOrEqual(AUDIT_PAGE_SIZE);
  });

  it('ends after its first entry', async () => {
    expect(await read('?before=1')).toEqual({ entries: [], nextBefore: null });
  });

  describe('is searched', () => {
    const people: string[] = [];
    beforeAll(async () => {
      for (const firstName of ['Anna', 'Bea']) {
        const person = { firstName, lastName: 'Example', email: `${firstName}@example.org` };
        const { body } = await testApp.http.post('/api/register').send(person).expect(201);
        people.push((body as { user: { id: string } }).user.id);
      }
      const [anna, bea] = people as [string, string];
      const video = randomUUID();
      await testApp.dataSource.query(
        `INSERT INTO showcase_video (id, participant_id, title, video_url, created_at) VALUES ($1, $2, 'A title', 'https://vimeo.com/1', now())`,
        [video, bea],
      );
      const maria = testApp.browser();
      await maria.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD, name: 'Maria' }).expect(201);
      await maria.get(`/api/admin/user-answers/${anna}`).expect(200);
      const olga = testApp.browser();
      await olga.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD, name: 'Olga' }).expect(201);
      await olga.patch(`/api/admin/users/${bea}`).send({ photosNeeded: false }).expect(200);
      await olga.delete(`/api/admin/showcase-videos/${video}`).expect(204);
      await olga.delete(`/api/admin/delete-user/${bea}`).expect(200);
    });

    it('by the person, also one who is gone with all that was theirs', async () => {
      expect(await found(`person=${people[0]}`)).toEqual(['Maria answers_viewed']);
      expect(await found(`person=${people[1]}`)).toEqual([
        'Olga participant_deleted',
        'Olga video_deleted',
        'Olga participant_changed',
      ]);
    });

    it('by the person whose photo or recording it was, who sent it through the public page, or whose it is said to be', async () => {
      const email = `Cleo-${randomUUID()}@example.org`;
      const { body } = await testApp.http
        .post('/api/register')
        .send({ firstName: 'Cleo', lastName: 'Example', email })
        .expect(201);
      const { id: cleo } = (body as { user: { id: string } }).user;
      const id = { media: randomUUID(), photo: randomUUID(), answer: randomUUID(), upload: randomUUID() };
      const { dataSource } = testApp;
      await dataSource.query(
        `INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at) VALUES ($1, $2, '', 1, 'image/jpeg', now())`,
        [id.media, randomUUID()],
      );
      await dataSource.query(
        `INSERT INTO photo (id, participant_id, original_media_id, filename, original_name, created_at)
         VALUES ($1, $2, $3, 'a', 'a', now())`,
        [id.photo, cleo, id.media],
      );
      await dataSource.query(
        `INSERT INTO answer (id, participant_id, question_id, media_id, title, created_at) VALUES ($1, $2, 1, $3, 'A', now())`,
        [id.answer, cleo, id.media],
      );
      await dataSource.query(
        `INSERT INTO public_upload (id, media_id, submitter_email, submitter_email_key, original_name, created_at)
         VALUES ($1, $2, $3, $3, 'a', now())`,
        [id.upload, id.media, email.toLowerCase()],
      );
      await audit.record('photo_viewed', { type: 'photo', id: id.photo });
      await audit.record('answer_viewed', { type: 'answer', id: id.answer });
      await audit.record('photo_downloaded', { type: 'photo', id: id.upload });
      await audit.record('photo_withdrawn', { type: 'photo', id: randomUUID() }, undefined, cleo);
      const { entries } = await read(`?person=${cleo}`);
      expect(entries.map(({ action }) => action)).toEqual([
        'photo_withdrawn',
        'photo_downloaded',
        'answer_viewed',
        'photo_viewed',
      ]);
    });

    it('by the producer, and by the kind', async () => {
      expect(await found('producer=Maria')).toEqual(['Maria answers_viewed', 'Maria signed_in']);
      expect(await found('producer=Olga&kind=deleted')).toEqual(['Olga participant_deleted', 'Olga video_deleted']);
      expect(await found(`producer=Maria&person=${people[1]}`)).toEqual([]);
    });

    it('page by page', async () => {
      for (let i = 0; i <= AUDIT_PAGE_SIZE; i++)
        await audit.record('photo_viewed', { type: 'photo', id: randomUUID() });
      const first = await read('?kind=viewed');
      expect(first.entries).toHaveLength(AUDIT_PAGE_SIZE);
      const second = await read(`?kind=viewed&before=${first.nextBefore}`);
      expect(second.entries.length).toBeGreaterThan(0);
      expect(new Set([...first.entries, ...second.entries].map(({ action }) => AUDIT_KINDS[action]))).toEqual(
        new Set(['viewed']),
      );
    });

    it('among the names that were given', async () => {
      const { body } = await testApp.http
        .get(`${PATH}/producers`)
        .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD)
        .expect(200);
      expect(body).toEqual(['Maria', 'Olga']);
    });

    it.each(['person=anna', 'kind=all', 'producer=', 'producer=%00', 'producer=a&producer=b'])(
      'not by %s',
      async (query) => {
        await testApp.http.get(`${PATH}?${query}`).set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(400);
      },
    );
  });

  it('lets entries go once their time is over, and none before', async () => {
    const insert = (actor: string, age: string) =>
      testApp.dataSource.query(
        `INSERT INTO audit_entry (actor, action, subject_type, at) VALUES ($1, 'signed_in', 'gate', now() - $2::interval)`,
        [actor, age],
      );
    const ages = async () =>
      testApp.dataSource.query<object[]>(
        `SELECT DISTINCT actor, (now()::date - at::date) / 30 AS months FROM audit_entry WHERE at < now() - interval '1 month' ORDER BY actor`,
      );
    await insert('staff', '3 years 2 days');
    await insert('staff', '2 years');
    await insert('unknown', '4 months');
    await insert('unknown', '70 days');
    await audit.sweepOld();
    expect(await ages()).toEqual([
      { actor: 'staff', months: 24 },
      { actor: 'unknown', months: 2 },
    ]);
    const early = testApp.dataSource.transaction(async (transaction) => {
      await transaction.query(`SELECT set_config('audit.removes_old', 'yes', true)`);
      await transaction.query('DELETE FROM audit_entry');
    });
    await expect(early).rejects.toThrow('The audit is only ever added to.');
  });

  describe('refuses', () => {
    it.each([
      ['change', 'UPDATE audit_entry SET at = now()'],
      ['removal', 'DELETE FROM audit_entry'],
      ['removal of nothing', 'DELETE FROM audit_entry WHERE false'],
      ['emptying', 'TRUNCATE audit_entry'],
    ])('%s by whoever uses the database', async (_what, statement) => {
      await audit.record('participant_done', { type: 'participant', id: randomUUID() });
      const { entries } = await read();
      await expect(testApp.dataSource.query(statement)).rejects.toThrow('The audit is only ever added to.');
      expect((await read()).entries).toEqual(entries);
    });

    it('a name in the place of an id', async () => {
      const named = audit.record('participant_done', { type: 'participant', id: 'Anna Example' });
      await expect(named).rejects.toThrow('invalid input syntax for type uuid');
    });

    it.each(['-1', 'abc', '1e3', '9'.repeat(30)])('to go on from %s', async (before) => {
      const { body } = await testApp.http
        .get(PATH)
        .query({ before })
        .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD)
        .expect(400);
      expect(body).toEqual({
        code: 'bad_request',
        message: 'The entry to go on from must be a whole number of at least 0.',
      });
    });

    it('everyone but staff', async () => {
      await testApp.http.get(PATH).expect(401);
    });
  });
});

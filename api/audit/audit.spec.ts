import { randomUUID } from 'node:crypto';
import type { AuditEntry, AuditPage } from '../contract/audit.js';
import { AUDIT_PAGE_SIZE } from '../contract/limits.js';
import { STAFF_PASSWORD_HEADER } from '../contract/staff.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../testing/test-app.js';
import { AuditService } from './audit.service.js';

const PATH = '/api/admin/audit';

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
  const newest = async (): Promise<AuditEntry | undefined> => (await read()).entries[0];

  it('keeps who did what to whom and when', async () => {
    const subject = { type: 'participant', id: randomUUID() } as const;
    await audit.record('participant_done', subject);
    const entry = await newest();
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      actor: 'staff',
      action: 'participant_done',
      subject,
      at: expect.any(String) as string,
    });
    expect(Math.abs(Date.parse(entry?.at ?? '') - Date.now())).toBeLessThan(60_000);
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
    expect(second.nextBefore).toBeNull();
  });

  it('ends after its first entry', async () => {
    expect(await read('?before=1')).toEqual({ entries: [], nextBefore: null });
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

import type { AdminPhoto, PhotoCount, PhotoSender } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import { NEW_EMAIL_FRAGMENT } from '../contract/stories/my-story.js';
import { emailKey } from '../contract/people/email-key.js';
import { EMAIL_LOCK } from '../platform/database/advisory-locks.js';
import { holdTransaction, untilBlocked } from '../testing/hold-transaction.js';
import { readOutbox } from '../testing/outbox.js';
import { provenPerson } from '../testing/proven-person.js';
import { PublicSender } from '../testing/public-sender.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

describe('what came through the public page, for staff', () => {
  let testApp: TestApp;
  let staff: ReturnType<TestApp['browser']>;
  let sender: PublicSender;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    sender = new PublicSender(testApp);
  });

  const under = async (email: string) =>
    (await staff.get(`/api/admin/user-photos/${encodeURIComponent(email)}`).expect(200)).body as AdminPhoto[];
  const idsUnder = async (email: string) => (await under(email)).map(({ id }) => id);
  const senders = async () =>
    ((await staff.get('/api/admin/senders').expect(200)).body as PhotoSender[]).map(({ email }) => email);
  const counted = async () => (await staff.get('/api/admin/photo-summary').expect(200)).body as PhotoCount[];
  const remove = (email: string) => staff.delete(`/api/admin/user-photos/${encodeURIComponent(email)}`);
  const about = async (id: string) =>
    ((await staff.get(`/api/admin/audit?person=${id}`).expect(200)).body as AuditPage).entries.map(
      ({ action }) => action,
    );

  /** Sends a photo under their proven e-mail, and moves to another one. */
  const movedPerson = async () => {
    const person = await provenPerson(testApp);
    await sender.send({ email: person.email }).expect(201);
    const [id] = (await idsUnder(person.email)) as [string];
    const now = `moved-${person.email}`;
    await person.browser.post('/api/my-story/email').send({ email: now }).expect(202);
    const mails = await readOutbox(testApp);
    const mail = mails.findLast(({ to, text }) => to?.[0]?.address === now && text?.includes(NEW_EMAIL_FRAGMENT));
    const token = mail!.text!.split(NEW_EMAIL_FRAGMENT)[1]!.split('\n')[0]!;
    await person.browser.post('/api/my-story/email/confirm').send({ token }).expect(204);
    return { id: person.id, before: person.email, now, photo: id };
  };
  const register = async (email: string) => {
    const person = { firstName: 'Ben', lastName: 'Example', email };
    const { body } = await testApp.browser().post('/api/register').send(person).expect(201);
    return (body as { user: { id: string } }).user.id;
  };

  it('goes with its person to a new e-mail', async () => {
    const { before, now, photo } = await movedPerson();
    expect([await idsUnder(now), await idsUnder(before)]).toEqual([[photo], []]);
    expect(await senders()).not.toContain(before);
    expect(await counted()).toEqual(expect.arrayContaining([{ email: now, count: 1 }]));
  });

  it('is not removed as nobody’s where its person has another e-mail by now', async () => {
    const { before, now, photo } = await movedPerson();
    await remove(before).expect(404);
    expect(await idsUnder(now)).toEqual([photo]);
  });

  it('is not shown as of whoever has the e-mail next, nor recorded as a look at them', async () => {
    const { id, before, now, photo } = await movedPerson();
    const next = await register(before);
    expect(await under(before)).toEqual([]);
    await sender.send({ email: before }).expect(201);
    expect(await idsUnder(before)).toHaveLength(1);
    expect(await idsUnder(before)).not.toContain(photo);
    expect(await idsUnder(now)).toEqual([photo]);
    await staff.get(`/api/admin/photo/${photo}/original`).expect(200);
    expect(await about(id)).toContain('photo_downloaded');
    expect(await about(next)).not.toContain('photo_downloaded');
    await staff.delete(`/api/admin/photo/${photo}`).expect(200);
    expect(await about(id)).toContain('public_uploads_deleted');
    expect(await about(next)).not.toContain('public_uploads_deleted');
  });

  it('is seen under an e-mail that nobody has proven, with and without somebody who registers it', async () => {
    await sender.send().expect(201);
    const ids = await idsUnder(sender.email);
    expect(ids).toHaveLength(1);
    expect(await senders()).toContain(sender.email);
    await sender.register();
    expect(await idsUnder(sender.email)).toEqual(ids);
    expect(await senders()).not.toContain(sender.email);
  });

  it('is seen still where an unproven e-mail was corrected', async () => {
    const id = await register(sender.email);
    await sender.send().expect(201);
    const ids = await idsUnder(sender.email);
    await staff
      .patch(`/api/admin/users/${id}`)
      .send({ email: `corrected-${sender.email}` })
      .expect(200);
    expect(await idsUnder(sender.email)).toEqual(ids);
    expect(await senders()).toContain(sender.email);
  });

  it('is not removed as nobody’s beside a registration of its e-mail: one waits for the other', async () => {
    await sender.send().expect(201);
    const email = sender.email;
    await using held = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [EMAIL_LOCK, emailKey(email)]),
    );
    const registering = register(email);
    await untilBlocked(testApp.dataSource);
    const removing = remove(email).then((response) => response);
    await untilBlocked(testApp.dataSource, 2);
    await held();
    await registering;
    expect(await removing).toMatchObject({ status: 409, body: { code: 'email_registered' } });
    expect(await sender.kept()).toHaveLength(1);
  });
});

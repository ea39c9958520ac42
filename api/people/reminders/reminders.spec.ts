import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { HELD_DRAFTS_MAX } from '../../contract/common/limits.js';
import type { Reminder } from '../../contract/people/reminders.js';
import { HeldDrafts1700000000690 } from '../../platform/database/migrations/1700000000690-held-drafts.js';
import { Mailer, MailRefused } from '../../platform/mail/mailer.js';
import { askGuardian, decideAsGuardian, guardianMail } from '../../testing/consent.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { readOutbox } from '../../testing/outbox.js';
import { signUp } from '../../testing/participants.js';
import { provenPerson } from '../../testing/proven-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { RemindersService } from './reminders.service.js';

const DAY_MS = 86_400_000;
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString();

describe('reminders', () => {
  let testApp: TestApp;
  let person: Awaited<ReturnType<typeof provenPerson>>;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    for (const table of ['reminder', 'held_draft']) await testApp.dataSource.query(`DELETE FROM ${table}`);
    person = await provenPerson(testApp);
  });

  const ask = (at = tomorrow()) => person.browser.put('/api/reminder').send({ at });
  const find = async () => (await person.browser.get('/api/reminder').expect(200)).body as Reminder;
  const becomeDue = (ago = '1 minute') =>
    testApp.dataSource.query(`UPDATE reminder SET due_at = now() - $2::interval WHERE participant_id = $1`, [
      person.id,
      ago,
    ]);
  const sendDue = () => testApp.app.get(RemindersService, { strict: false }).sendDue();
  const mails = async () => {
    const all = await readOutbox(testApp);
    return all.filter(({ to, subject }) => to?.[0]?.address === person.email && subject !== 'Continue your story');
  };

  it('come on the day that was picked, once, whoever asks how often', async () => {
    await ask().expect(200);
    await sendDue();
    expect(await mails()).toEqual([]);
    await becomeDue();
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'Your story is waiting, as you asked' }]);
    expect(await find()).toEqual({ at: null });
  });

  it('come late where none could be sent on their day, and after a week not any more', async () => {
    await ask().expect(200);
    await becomeDue('7 days');
    await sendDue();
    expect(await mails()).toEqual([]);
    await becomeDue('6 days 23 hours 59 minutes');
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'Your story is waiting, as you asked' }]);
  });

  it('are tried again a day after the mail server refused the address, and not before', async () => {
    await ask().expect(200);
    await becomeDue();
    {
      using sending = jest.spyOn(testApp.app.get(Mailer, { strict: false }), 'send');
      sending.mockRejectedValue(new MailRefused());
      await sendDue();
      await sendDue();
      expect(sending).toHaveBeenCalledTimes(1);
    }
    const now = Date.now();
    using _ = jest.spyOn(Date, 'now').mockImplementation(() => now + DAY_MS);
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'Your story is waiting, as you asked' }]);
  });

  it('are one: another day takes the place of the first, and it can be taken back', async () => {
    await ask().expect(200);
    const later = new Date(Date.now() + 3 * DAY_MS).toISOString();
    await ask(later).expect(200);
    expect(await find()).toEqual({ at: later });
    await person.browser.delete('/api/reminder').expect(204);
    expect(await find()).toEqual({ at: null });
    await becomeDue();
    await sendDue();
    expect(await mails()).toEqual([]);
  });

  it('refuse days that are over, and what is no day', async () => {
    await ask(new Date(Date.now() - 1000).toISOString()).expect(400);
    await ask('soon').expect(400);
  });

  it('are for a day within one year, as whoever picks a later one is told', async () => {
    const year = 366 * DAY_MS;
    await ask(new Date(Date.now() + year - 1000).toISOString()).expect(200);
    const { body } = await ask(new Date(Date.now() + year + 60_000).toISOString()).expect(400);
    expect(body).toEqual({ code: 'not_a_time', message: 'Please pick a day that is to come, within one year.' });
  });

  it('go only to an e-mail that is proven', async () => {
    const cookie = await signUp(testApp);
    const { body } = await testApp.http.put('/api/reminder').set('Cookie', cookie).send({ at: tomorrow() }).expect(403);
    expect(body).toMatchObject({ code: 'email_unproven' });
    await testApp.http.put('/api/reminder/held-draft').set('Cookie', cookie).expect(204);
    await testApp.dataSource.query(`UPDATE reminder SET due_at = now()`);
    const before = (await readOutbox(testApp)).length;
    await sendDue();
    expect(await readOutbox(testApp)).toHaveLength(before);
  });

  it('take nothing any more from a browser that has shown nothing, once its e-mail is proven in another', async () => {
    const { dataSource } = testApp;
    const cookie = await signUp(testApp);
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('UPDATE participant SET email_proven_at = now() WHERE email_proven_at IS NULL'),
    );
    const telling = testApp.http
      .put('/api/reminder/held-draft')
      .set('Cookie', cookie)
      .then(({ status }) => status);
    await untilBlocked(dataSource);
    await commit();
    expect(await telling).toBe(401);
    expect(await dataSource.query('SELECT FROM held_draft')).toEqual([]);
  });

  it('do not come after Submit, nor to whoever is deleted', async () => {
    await ask().expect(200);
    await becomeDue();
    await testApp.dataSource.query(`UPDATE participant SET status = 'submitted' WHERE id = $1`, [person.id]);
    await sendDue();
    await testApp.staff().delete(`/api/admin/delete-user/${person.id}`).expect(200);
    await sendDue();
    expect(await mails()).toEqual([]);
    expect(await testApp.dataSource.query('SELECT FROM reminder WHERE participant_id = $1', [person.id])).toEqual([]);
  });

  it('do not come to whoever has withdrawn their story, nor after the no of a parent or guardian', async () => {
    await ask().expect(200);
    await becomeDue();
    await person.browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
    await sendDue();
    const child = await provenPerson(testApp);
    await child.browser.put('/api/reminder').send({ at: tomorrow() }).expect(200);
    await askGuardian(child.browser, 'mother@example.org').expect(200);
    const { token } = await guardianMail(testApp, 'mother@example.org');
    await decideAsGuardian(testApp, token, 'no').expect(200);
    await testApp.dataSource.query('UPDATE reminder SET due_at = now()');
    await sendDue();
    const waiting = (await readOutbox(testApp)).filter(
      ({ subject }) => subject === 'Your story is waiting, as you asked',
    );
    expect(waiting.filter(({ to }) => [person.email, child.email].includes(to?.[0]?.address ?? ''))).toEqual([]);
  });

  const HELD = '/api/reminder/held-draft';
  const hold = (draft: string, query = '') => person.browser.put(`${HELD}?draft=${draft}${query}`).expect(204);
  /** As a page of before says it. */
  const holdUnnamed = () => person.browser.put(HELD).expect(204);
  const letGo = (draft: string) => person.browser.delete(`${HELD}?draft=${draft}`).expect(204);
  /** So many hours go by since everything so far. */
  const pass = async (hours: number) => {
    const change = (what: string) => testApp.dataSource.query(what, [person.id, hours]);
    await change(`UPDATE reminder SET due_at = due_at - $2 * interval '1 hour', sent_at = sent_at - $2 * interval '1 hour'
      WHERE participant_id = $1 AND kind = 'held_draft'`);
    await change(`UPDATE held_draft SET told_at = told_at - $2 * interval '1 hour',
      mailed_at = mailed_at - $2 * interval '1 hour' WHERE participant_id = $1`);
  };
  /** How many mails there are of recordings that wait, a day and an hour later. */
  const mailedADayLater = async () => {
    await pass(25);
    await sendDue();
    return (await mails()).filter(({ subject }) => subject === 'A recording is waiting on your device').length;
  };

  it('lead back to a recording that a device has held for a day, once', async () => {
    const draft = randomUUID();
    await hold(draft);
    await pass(23);
    // Again is no news.
    await hold(draft);
    await sendDue();
    expect(await mails()).toEqual([]);
    await pass(2);
    await Promise.all([sendDue(), sendDue()]);
    expect(await mails()).toMatchObject([{ subject: 'A recording is waiting on your device' }]);
    await hold(draft);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back to a recording once also where it is told of while its mail goes', async () => {
    const draft = randomUUID();
    await hold(draft);
    await pass(25);
    const { dataSource } = testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM held_draft WHERE participant_id = $1 FOR UPDATE', [person.id]),
    );
    const telling = hold(draft).then(() => undefined);
    await untilBlocked(dataSource);
    const sending = sendDue();
    await Promise.race([sending, untilBlocked(dataSource, 2)]);
    await commit();
    await Promise.all([telling, sending]);
    await sendDue();
    expect(await mails()).toHaveLength(1);
  });

  it('lead back to a later recording, too, whatever became of the first', async () => {
    const [first, later] = [randomUUID(), randomUUID()];
    await hold(first);
    expect(await mailedADayLater()).toBe(1);
    await hold(first);
    await hold(later);
    expect(await mailedADayLater()).toBe(2);
    for (const draft of [first, later]) await hold(draft);
    expect(await mailedADayLater()).toBe(2);
  });

  it('lead back with one mail to all recordings of which was told by then', async () => {
    for (let count = 0; count < 3; count++) await hold(randomUUID());
    await pass(23);
    await hold(randomUUID());
    await pass(2);
    await sendDue();
    expect(await mails()).toHaveLength(1);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back to no recording that was let go, a day after the one that is left was told of', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await hold(first);
    await pass(12);
    await hold(second);
    await letGo(first);
    await pass(13);
    await sendDue();
    expect(await mails()).toEqual([]);
    expect(await mailedADayLater()).toBe(1);
    await hold(first);
    await letGo(first);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back to a recording once also where it was let go since, and is held again', async () => {
    const draft = randomUUID();
    await hold(draft);
    expect(await mailedADayLater()).toBe(1);
    await letGo(draft);
    await hold(draft);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back to a recording that waits still after its mail could not be sent for a week', async () => {
    const [first, later] = [randomUUID(), randomUUID()];
    await testApp.dataSource.query('UPDATE participant SET email_proven_at = NULL WHERE id = $1', [person.id]);
    await hold(first);
    expect(await mailedADayLater()).toBe(0);
    await pass(7 * 24);
    await testApp.dataSource.query('UPDATE participant SET email_proven_at = now() WHERE id = $1', [person.id]);
    await sendDue();
    expect(await mails()).toEqual([]);
    await hold(later);
    expect(await mailedADayLater()).toBe(1);
    await hold(first);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back to the very recording that could not be mailed for a week, when it is told of again', async () => {
    const draft = randomUUID();
    await hold(draft);
    await pass(9 * 24);
    await hold(draft);
    await sendDue();
    expect(await mails()).toEqual([]);
    expect(await mailedADayLater()).toBe(1);
  });

  it('lead back once to what a page of before had told of without an id', async () => {
    await holdUnnamed();
    await pass(23);
    await holdUnnamed();
    expect(await mailedADayLater()).toBe(1);
    await holdUnnamed();
    expect(await mailedADayLater()).toBe(1);
    const [first, later] = [randomUUID(), randomUUID()];
    await hold(first, '&toldWithoutId=true');
    expect(await mailedADayLater()).toBe(1);
    await hold(later, '&toldWithoutId=true');
    expect(await mailedADayLater()).toBe(2);
  });

  it.each([true, false])('lead back once to what was told before ids were noted, its mail sent: %s', async (isSent) => {
    const migration = new HeldDrafts1700000000690();
    await testApp.dataSource.transaction(async ({ queryRunner }) => {
      await migration.down(queryRunner!);
      await queryRunner!.query(
        `INSERT INTO reminder (participant_id, kind, due_at, sent_at)
         VALUES ($1, 'held_draft', now() - interval '1 hour', CASE WHEN $2 THEN now() END)`,
        [person.id, isSent],
      );
      await migration.up(queryRunner!);
    });
    await hold(randomUUID(), '&toldWithoutId=true');
    await sendDue();
    expect(await mails()).toHaveLength(isSent ? 0 : 1);
    expect(await mailedADayLater()).toBe(isSent ? 0 : 1);
  });

  it('let a page of before take back what it has told of, and nothing else', async () => {
    await holdUnnamed();
    await person.browser.delete(HELD).expect(204);
    expect(await mailedADayLater()).toBe(0);
    await holdUnnamed();
    await hold(randomUUID());
    await person.browser.delete(HELD).expect(204);
    expect(await mailedADayLater()).toBe(1);
    await holdUnnamed();
    expect(await mailedADayLater()).toBe(2);
    await person.browser.delete(HELD).expect(204);
    await holdUnnamed();
    expect(await mailedADayLater()).toBe(3);
  });

  it('know a recording once that was told of with its id before a page says that it was told of without', async () => {
    const draft = randomUUID();
    await holdUnnamed();
    await hold(draft);
    await hold(draft, '&toldWithoutId=true');
    await letGo(draft);
    await person.browser.delete(HELD).expect(204);
    expect(await mailedADayLater()).toBe(0);
  });

  it('refuse an id that is none', async () => {
    await person.browser.put(`${HELD}?draft=one`).expect(400);
    await person.browser.delete(`${HELD}?draft=one`).expect(400);
  });

  it('keep the last ids alone of a person, however many were told of', async () => {
    const drafts = Array.from({ length: HELD_DRAFTS_MAX + 2 }, () => randomUUID());
    for (const draft of drafts) await hold(draft);
    const kept = await testApp.dataSource.query<{ id: string }[]>(
      'SELECT draft_id AS id FROM held_draft WHERE participant_id = $1',
      [person.id],
    );
    expect(kept.map(({ id }) => id).toSorted()).toEqual(drafts.slice(2).toSorted());
  });

  it.each(['where somebody is signed in', 'where somebody is known'])(
    'lead back to no recording of a device that is forgotten %s, and to those of other devices',
    async (state) => {
      const [here, there] = [randomUUID(), randomUUID()];
      const other = await provenPerson(testApp);
      await other.browser.put(`${HELD}?draft=${here}`).expect(204);
      for (const draft of [here, there]) await hold(draft);
      if (state === 'where somebody is known') await person.browser.get('/api/logout').expect(302);
      else await testApp.dataSource.query('DELETE FROM device_token WHERE participant_id = $1', [person.id]);
      await person.browser.post(`/api/auth/forget-device?heldDraftTold=${randomUUID()},${here}`).expect(204);
      const kept = await testApp.dataSource.query<{ whose: string; id: string }[]>(
        `SELECT participant_id AS whose, draft_id AS id FROM held_draft WHERE draft_id = ANY($1)`,
        [[here, there]],
      );
      expect(new Set(kept.map(({ whose, id }) => `${whose} ${id}`))).toEqual(
        new Set([`${other.id} ${here}`, `${person.id} ${there}`]),
      );
    },
  );

  it.each(['where somebody is signed in', 'where somebody is known'])(
    'lead back to no recording that a page of before told of, in a device that is forgotten %s',
    async (state) => {
      const other = await provenPerson(testApp);
      for (const { browser } of [person, other]) await browser.put(HELD).expect(204);
      await ask().expect(200);
      if (state === 'where somebody is known') await person.browser.get('/api/logout').expect(302);
      else await testApp.dataSource.query('DELETE FROM device_token WHERE participant_id = $1', [person.id]);
      await person.browser.post('/api/auth/forget-device?heldDraftTold=true').expect(204);
      await testApp.dataSource.query('UPDATE reminder SET due_at = now()');
      await sendDue();
      expect(await mails()).toMatchObject([{ subject: 'Your story is waiting, as you asked' }]);
      const kept = await testApp.dataSource.query(
        `SELECT participant_id AS id FROM reminder WHERE kind = 'held_draft'`,
      );
      expect(kept).toEqual([{ id: other.id }]);
    },
  );

  it('lead back to no recording of a device that is forgotten and tells of what PostgreSQL cannot hold, too', async () => {
    const draft = randomUUID();
    await hold(draft);
    const told = encodeURIComponent(`a\0b,${draft}`);
    await person.browser.post(`/api/auth/forget-device?heldDraftTold=${told}`).expect(204);
    expect(await testApp.dataSource.query('SELECT 1 FROM held_draft WHERE draft_id = $1', [draft])).toEqual([]);
    await person.browser.get('/api/auth/device').expect(200, { keptUnder: null });
  });

  it('lead back to a recording also where a device is forgotten that had told of none', async () => {
    await hold(randomUUID());
    await person.browser.post('/api/auth/forget-device').expect(204);
    await testApp.dataSource.query('UPDATE reminder SET due_at = now()');
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'A recording is waiting on your device' }]);
  });
});

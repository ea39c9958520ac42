import type { Reminder } from '../../contract/reminders.js';
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
    await testApp.dataSource.query('DELETE FROM reminder');
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

  it('lead back to a recording that a device has held for a day, once, until it is let go', async () => {
    const hold = () => person.browser.put('/api/reminder/held-draft').expect(204);
    await hold();
    const due = () =>
      testApp.dataSource.query<{ hours: number }[]>(
        `SELECT round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM reminder WHERE participant_id = $1`,
        [person.id],
      );
    expect(await due()).toEqual([{ hours: 24 }]);
    await becomeDue();
    await hold();
    await sendDue();
    await hold();
    await becomeDue();
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'A recording is waiting on your device' }]);
    await person.browser.delete('/api/reminder/held-draft').expect(204);
    await hold();
    expect(await due()).toEqual([{ hours: 24 }]);
  });

  it.each(['where somebody is signed in', 'where somebody is known'])(
    'lead back to no recording of a device that is forgotten %s',
    async (state) => {
      const other = await provenPerson(testApp);
      for (const { browser } of [person, other]) await browser.put('/api/reminder/held-draft').expect(204);
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

  it('lead back to a recording also where a device is forgotten that had told of none', async () => {
    await person.browser.put('/api/reminder/held-draft').expect(204);
    await person.browser.post('/api/auth/forget-device').expect(204);
    await testApp.dataSource.query('UPDATE reminder SET due_at = now()');
    await sendDue();
    expect(await mails()).toMatchObject([{ subject: 'A recording is waiting on your device' }]);
  });
});

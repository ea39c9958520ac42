import { jest } from '@jest/globals';
import type { Keeping } from '../../contract/staff/keeping.js';
import type { AuditPage } from '../../contract/staff/audit.js';
import { MY_STORY_PATH } from '../../contract/stories/my-story.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { keepRows } from '../../testing/keep-rows.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { readOutbox } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { PublicSender } from '../../testing/public-sender.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { refuseAudit } from '../../testing/refuse-audit.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';
import { DeviceTokens, ParticipantSessions } from '../../people/sign-in/browser-tokens.service.js';
import { KeepingService } from './keeping.service.js';

const PATH = '/api/admin/keeping';
const DAYS_OF_A_YEAR = 366;
const TOLD = 'What we keep of you, and until when';

const sendAnswer = ({ browser }: Awaited<ReturnType<typeof provenPerson>>) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId: 1, title: 'One', videoData: toDataUrl(sampleWebm(), 'video/webm') })
    .expect(201);
const sendPhoto = async ({ browser }: Awaited<ReturnType<typeof provenPerson>>) =>
  browser
    .post('/api/photos')
    .send({ originalName: 'garden.jpg', imageData: toDataUrl(await sampleJpeg(), 'image/jpeg') })
    .expect(201);
const sendWords = ({ browser }: Awaited<ReturnType<typeof provenPerson>>) =>
  browser.put('/api/written-answers/1').send({ text: 'I rest.', revision: 0 }).expect(200);

describe('what is past its time', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());
  afterEach(() => jest.restoreAllMocks());

  const query = <T>(sql: string, values?: unknown[]) => site.testApp.dataSource.query<T>(sql, values);
  /** As though everything had been written so long before: what a clock that jumps ahead makes of it. */
  const age = async (days: number) => {
    const tables = await query<{ name: string; columns: string[] }[]>(
      `SELECT relname AS name, array_agg(attname::text) AS columns FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND atttypid = 'timestamptz'::regtype AND NOT attisdropped
         AND relname NOT IN ('audit_entry', 'consent_receipt', 'staff_session', 'word_version')
         AND pg_relation_size(pg_class.oid) > 0
       GROUP BY relname`,
    );
    // At once, and without those that never had a row: there are many nights.
    const updates = tables.map(({ name, columns }) => {
      const earlier = columns.map((column) => `"${column}" = "${column}" - make_interval(hours => ${days * 24})`);
      return `UPDATE "${name}" SET ${earlier.join(', ')}`;
    });
    await query(updates.join('; '));
  };
  const night = () => site.testApp.app.get(KeepingService).night();
  const nights = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await age(1);
      await night();
    }
  };
  /** Puts rows back with their files' rows, as an older backup has them. */
  const keepCopies = async (table: string) => {
    for (const each of ['media_file', table]) await query(`CREATE TABLE kept_${each} AS SELECT * FROM ${each}`);
    return async () => {
      for (const each of ['media_file', table]) {
        await query(`INSERT INTO ${each} SELECT * FROM kept_${each} ON CONFLICT DO NOTHING`);
        await query(`DROP TABLE kept_${each}`);
      }
    };
  };
  const list = async () => (await site.archive.get(PATH).expect(200)).body as Keeping;
  const isThere = async (id: string) =>
    (await query<unknown[]>('SELECT FROM participant WHERE id = $1', [id])).length > 0;
  const outboxOf = async (email: string) =>
    (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === email);
  const mailsTo = async (email: string) => (await outboxOf(email)).map(({ subject }) => subject);
  const lastTextTo = async (email: string) => (await outboxOf(email)).at(-1)!.text!;
  const audited = async () => ((await site.archive.get('/api/admin/audit')).body as AuditPage).entries;

  it('is announced by mail, then to staff, and goes a week after that with everything, under a receipt', async () => {
    const person = await provenPerson(site.testApp);
    await sendAnswer(person);
    await age(DAYS_OF_A_YEAR - 33);
    await night();
    expect(await list()).toMatchObject({ due: [], lastNight: { removed: 0, stopped: null } });
    await nights(4);
    expect(await mailsTo(person.email)).toContain(TOLD);
    expect(await lastTextTo(person.email)).toContain(MY_STORY_PATH);
    const [announced] = (await list()).due;
    expect(announced).toMatchObject({ kind: 'unsubmitted', person: { id: person.id }, listedAt: null, kept: null });
    const [end] = await query<{ at: Date }[]>(`SELECT active_at + interval '12 months 7 days' AS at FROM due_removal`);
    expect(announced!.notBefore).toBe(end!.at.toISOString());
    await nights(31);
    const [row] = (await list()).due;
    const [gone] = await query<{ at: Date }[]>(`SELECT listed_at + interval '7 days' AS at FROM due_removal`);
    expect(row!.notBefore).toBe(gone!.at.toISOString());
    const { email: staff } = site.testApp.config.organisation;
    expect(await mailsTo(staff)).toEqual(['What is removed next week']);
    expect(await lastTextTo(staff)).toContain('The time of one thing is over.');
    expect(await lastTextTo(staff)).not.toContain('allow it');
    expect(await isThere(person.id)).toBe(true);
    await nights(8);
    expect(await isThere(person.id)).toBe(false);
    expect(await query('SELECT FROM media_file')).toEqual([]);
    expect(await query(`SELECT kind, actor, method FROM consent_receipt ORDER BY number DESC LIMIT 1`)).toEqual([
      { kind: 'person_deleted', actor: 'system', method: 'automatic' },
    ]);
    expect((await audited())[0]).toMatchObject({ actor: 'system', action: 'period_ended' });
  });

  it('begins anew when the person comes back, at any point', async () => {
    const person = await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR);
    await nights(24);
    expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
    await query('UPDATE participant_session SET last_seen_at = now() WHERE participant_id = $1', [person.id]);
    await nights(1);
    expect((await list()).due).toEqual([]);
    // Sessions go; the visit stays known.
    await query('DELETE FROM participant_session');
    await nights(10);
    expect((await list()).due).toEqual([]);
    expect(await isThere(person.id)).toBe(true);
  });

  describe('begins anew by a visit', () => {
    let person: Awaited<ReturnType<typeof provenPerson>>;
    beforeEach(async () => {
      person = await provenPerson(site.testApp);
      await age(DAYS_OF_A_YEAR);
      await nights(24);
    });
    const expectStays = async () => {
      await nights(1);
      expect((await list()).due).toEqual([]);
      await nights(10);
      expect(await isThere(person.id)).toBe(true);
    };

    it('that leaves nothing of it in the browser', async () => {
      expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
      const shared = await openLink(site.testApp, person.email);
      await shared.post('/api/auth/forget-device').expect(204);
      const recent = `SELECT FROM participant_session WHERE last_seen_at > now() - interval '1 day'`;
      expect(await query(recent)).toEqual([]);
      await expectStays();
    });

    it('that ends because staff write down another mailbox', async () => {
      await openLink(site.testApp, person.email);
      const change = { email: `other-${person.email}`, firstName: 'Anna', lastName: 'Example' };
      await site.testApp.staff().patch(`/api/admin/users/${person.id}`).send(change).expect(200);
      expect(await query('SELECT FROM participant_session')).toEqual([]);
      await expectStays();
    });
  });

  it('begins with the last visit, also where its session was over before the night', async () => {
    const { id } = await provenPerson(site.testApp);
    await query(`UPDATE participant_session SET last_seen_at = now() + interval '1 minute'`);
    const [session] = await query<{ at: Date }[]>('SELECT last_seen_at AS at FROM participant_session');
    await age(3 * DAYS_OF_A_YEAR);
    for (const kind of [ParticipantSessions, DeviceTokens]) await site.testApp.app.get(kind).sweepExpired();
    for (const table of ['participant_session', 'device_token'])
      expect(await query(`SELECT FROM ${table}`)).toEqual([]);
    expect(
      await query(
        `SELECT participant_id AS id, at + make_interval(days => ${3 * DAYS_OF_A_YEAR}) AS at FROM participant_visit`,
      ),
    ).toEqual([{ id, at: session!.at }]);
  });

  it('lasts from the last that was recorded, sent or written', async () => {
    const [silent, ...people] = await Promise.all(Array.from({ length: 6 }, () => provenPerson(site.testApp)));
    await sendAnswer(people[0]!);
    await sendPhoto(people[1]!);
    await sendWords(people[2]!);
    await age(DAYS_OF_A_YEAR);
    for (const each of ['answer SET created_at', 'photo SET created_at', 'written_answer SET changed_at']) {
      await query(`UPDATE ${each} = now()`);
    }
    await query('UPDATE participant SET coping_strategies_completed_at = now() WHERE id = $1', [people[3]!.id]);
    await query('UPDATE participant SET reopened_at = now() WHERE id = $1', [people[4]!.id]);
    await night();
    expect((await list()).due.map(({ person }) => person!.id)).toEqual([silent!.id]);
  });

  it('is not removed by a clock that jumps a year ahead, whenever it does', async () => {
    const { id } = await provenPerson(site.testApp);
    for (const days of [1, 5, 10]) {
      await age(DAYS_OF_A_YEAR);
      await night();
      await night();
      expect([days, await isThere(id)]).toEqual([days, true]);
      await nights(days);
      expect([days, await isThere(id)]).toEqual([days, true]);
    }
  });

  it('is not removed by a clock that jumps while staff have their week to keep it', async () => {
    const { id } = await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR);
    await nights(22);
    expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
    await age(DAYS_OF_A_YEAR);
    await night();
    expect(await isThere(id)).toBe(true);
    await nights(5);
    expect(await isThere(id)).toBe(true);
    await nights(1);
    expect(await isThere(id)).toBe(false);
    expect((await list()).lastNight).toMatchObject({ removed: 1 });
  });

  it('is not removed before the day that staff see, however soon one night follows another', async () => {
    const { id } = await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR);
    await nights(22);
    const shortNights = async (count: number) => {
      for (let n = 0; n < count; n++) {
        await age(21 / 24);
        await night();
      }
    };
    await shortNights(7);
    expect(await isThere(id)).toBe(true);
    await shortNights(1);
    expect(await isThere(id)).toBe(false);
  });

  it('stays where its time has become longer since it was listed', async () => {
    const { id } = await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR - 30);
    await nights(31);
    expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
    jest.replaceProperty(site.testApp.config.keeping, 'unsubmitted', 13);
    await nights(8);
    expect(await isThere(id)).toBe(true);
  });

  it('stops when it is unusually much, tells staff, and goes on once they allow it', async () => {
    for (let n = 0; n < 12; n++) await site.archive.register();
    await age(DAYS_OF_A_YEAR);
    await night();
    const { due, lastNight } = await list();
    expect(lastNight).toMatchObject({ removed: 0, stopped: 12 });
    expect(due.map(({ mailedAt }) => mailedAt)).toEqual(Array.from(due, () => null));
    const { email: staff } = site.testApp.config.organisation;
    expect(await mailsTo(staff)).toEqual(['Removals wait for you']);
    expect(await lastTextTo(staff)).toMatch(/12 things would be removed.*allow it/);
    expect(await lastTextTo(staff)).not.toContain('is over');
    const allow = () => site.testApp.staff().post(`${PATH}/allow`);
    await refuseAudit(site.testApp.dataSource, () => allow().expect(500));
    expect((await list()).lastNight).toMatchObject({ stopped: 12 });
    await allow().expect(204);
    expect((await list()).lastNight).toMatchObject({ stopped: null });
    expect((await audited())[0]).toMatchObject({ action: 'removals_allowed', subject: { type: 'archive', id: null } });
    await nights(1);
    expect((await list()).due.filter(({ mailedAt }) => mailedAt === null)).toEqual([]);
    await nights(32);
    // Allowed were the mails, and not the removals.
    expect((await list()).lastNight).toMatchObject({ removed: 0, stopped: 12 });
    expect(await query('SELECT FROM participant')).toHaveLength(12);
  });

  it('is nothing unusual up to ten at once', async () => {
    for (let n = 0; n < 10; n++) await site.archive.register();
    await age(DAYS_OF_A_YEAR);
    await night();
    const { due, lastNight } = await list();
    expect(lastNight).toMatchObject({ stopped: null });
    expect(due.map(({ mailedAt }) => mailedAt)).toEqual(Array.from({ length: 10 }, () => expect.any(String)));
  });

  describe('is said to staff once, where it is unusually much,', () => {
    const AT_ONCE = 12;
    const SAID = 'Removals wait for you';
    const registerMany = async () => {
      const ids = [];
      for (let n = 0; n < AT_ONCE; n++) ids.push(await site.archive.register());
      return ids;
    };

    it('on the first night on which a mail to them goes', async () => {
      await using server = await startMailServer();
      await site.testApp.close();
      site = await PublishedSite.start({ SMTP_URL: server.url });
      await registerMany();
      await age(DAYS_OF_A_YEAR);
      server.refused.add(site.testApp.config.organisation.email);
      await nights(2);
      expect((await list()).lastNight).toMatchObject({ stopped: AT_ONCE });
      expect(server.received).toEqual([]);
      server.refused.clear();
      await nights(3);
      expect(server.received.map(({ content }) => content.subject)).toEqual([SAID]);
    });

    it('and again where it is something else', async () => {
      const [, others] = [await registerMany(), await registerMany()];
      await age(DAYS_OF_A_YEAR);
      await query('UPDATE participant SET created_at = now() WHERE id = ANY($1)', [others]);
      await nights(2);
      const { email } = site.testApp.config.organisation;
      expect(await mailsTo(email)).toEqual([SAID]);
      for (const { id } of (await list()).due) await site.testApp.staff().post(`${PATH}/${id}/keep`).expect(204);
      await query(`UPDATE participant SET created_at = created_at - interval '1 year' WHERE id = ANY($1)`, [others]);
      await nights(2);
      expect((await list()).lastNight).toMatchObject({ stopped: AT_ONCE });
      expect(await mailsTo(email)).toEqual([SAID, SAID]);
    });

    it('and again where what they have allowed waits once more', async () => {
      await registerMany();
      await age(DAYS_OF_A_YEAR);
      await nights(1);
      await site.testApp.staff().post(`${PATH}/allow`).expect(204);
      await nights(33);
      expect((await list()).lastNight).toMatchObject({ stopped: AT_ONCE });
      const said = await mailsTo(site.testApp.config.organisation.email);
      expect(said).toEqual([SAID, 'What is removed next week', SAID]);
    });
  });

  it('is said to staff once it is listed, on the first night on which a mail to them goes', async () => {
    await using server = await startMailServer();
    await site.testApp.close();
    site = await PublishedSite.start({ SMTP_URL: server.url });
    const { email } = site.testApp.config.organisation;
    await site.archive.register();
    await age(DAYS_OF_A_YEAR);
    server.refused.add(email);
    await nights(24);
    expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
    const toStaff = () => server.received.filter(({ to }) => to.includes(email)).map(({ content }) => content.subject);
    expect(toStaff()).toEqual([]);
    server.refused.clear();
    await nights(3);
    expect(toStaff()).toEqual(['What is removed next week']);
  });

  it('is unusually much from one in twenty', async () => {
    const people = [];
    for (let n = 0; n < 40; n++) people.push(await site.archive.register());
    await age(DAYS_OF_A_YEAR);
    await query('UPDATE participant SET created_at = now() WHERE id = ANY($1)', [people.slice(15)]);
    await night();
    expect((await list()).lastNight).toMatchObject({ stopped: 15 });
  });

  it('is not removed where its person could not be told, which holds nobody else up', async () => {
    await using server = await startMailServer();
    await site.testApp.close();
    site = await PublishedSite.start({ SMTP_URL: server.url });
    const [untold, told] = [await site.archive.register(), await site.archive.register()];
    const [row] = await query<{ email: string }[]>('SELECT email FROM participant WHERE id = $1', [untold]);
    server.refused.add(row!.email);
    await age(DAYS_OF_A_YEAR);
    await nights(40);
    expect([await isThere(untold), await isThere(told)]).toEqual([true, false]);
    expect((await list()).due).toMatchObject([{ person: { id: untold }, mailedAt: null, listedAt: null }]);
    server.refused.clear();
    await nights(1);
    expect(server.received.at(-1)).toMatchObject({ to: [row!.email] });
    expect((await list()).due).toMatchObject([{ mailedAt: expect.any(String), listedAt: null }]);
  });

  it.each([
    ['before', 0, 24],
    ['after', 24, 0],
  ])(
    'goes only once staff allow it where they corrected the e-mail %s the mail',
    async (_, nightsBefore, nightsAfter) => {
      const [{ id, email, browser }, other] = [await provenPerson(site.testApp), await provenPerson(site.testApp)];
      await browser.post('/api/auth/forget-device').expect(204);
      const changed = `new-${email}`;
      const correct = () => site.testApp.staff().patch(`/api/admin/users/${id}`).send({ email: changed }).expect(200);
      await age(DAYS_OF_A_YEAR);
      await nights(nightsBefore);
      await correct();
      await nights(nightsAfter);
      expect(await mailsTo(nightsBefore > 0 ? email : changed)).toContain(TOLD);
      await nights(20);
      expect([await isThere(id), await isThere(other.id)]).toEqual([true, false]);
      const { due, lastNight } = await list();
      expect(due).toMatchObject([{ mailedAt: expect.any(String), isTold: false, listedAt: expect.any(String) }]);
      expect(lastNight).toMatchObject({ stopped: 1 });
      const { email: staff } = site.testApp.config.organisation;
      expect(await mailsTo(staff)).toEqual(['What is removed next week', 'Removals wait for you']);
      await site.testApp.staff().post(`${PATH}/allow`).expect(204);
      await nights(1);
      expect(await isThere(id)).toBe(false);
    },
  );

  it('begins anew when whoever staff corrected the e-mail of comes by a link there', async () => {
    const { id, email, browser } = await provenPerson(site.testApp);
    await browser.post('/api/auth/forget-device').expect(204);
    const changed = `new-${email}`;
    await age(DAYS_OF_A_YEAR);
    await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ email: changed }).expect(200);
    await nights(24);
    expect((await list()).due).toMatchObject([{ isTold: false }]);
    await openLink(site.testApp, changed);
    await nights(20);
    expect((await list()).due).toEqual([]);
  });

  it('is announced anew where the mail went to an e-mail that staff had typed by mistake', async () => {
    const { id, email, browser } = await provenPerson(site.testApp);
    await browser.post('/api/auth/forget-device').expect(204);
    const correct = (to: string) =>
      site.testApp.staff().patch(`/api/admin/users/${id}`).send({ email: to }).expect(200);
    await age(DAYS_OF_A_YEAR);
    await correct(`wrong-${email}`);
    await nights(25);
    expect(await mailsTo(`wrong-${email}`)).toEqual([TOLD]);
    await correct(email);
    expect((await list()).due).toMatchObject([{ isTold: false }]);
    await nights(1);
    expect(await mailsTo(email)).toContain(TOLD);
    expect((await list()).due).toMatchObject([{ isTold: true, listedAt: null }]);
    // Its whole time, and once.
    await nights(27);
    expect(await isThere(id)).toBe(true);
    expect((await mailsTo(email)).filter((subject) => subject === TOLD)).toHaveLength(1);
    await nights(3);
    expect(await isThere(id)).toBe(false);
  });

  describe('of somebody whose mailbox is gone', () => {
    let server: MailServer;
    const withGone = async (count: number) => {
      server = await startMailServer();
      await site.testApp.close();
      site = await PublishedSite.start({ SMTP_URL: server.url });
      const ids = [];
      for (let n = 0; n < count; n++) ids.push(await site.archive.register());
      const rows = await query<{ email: string }[]>('SELECT email FROM participant');
      for (const { email } of rows) server.replies.set(email, '550 5.1.1 User unknown');
      return ids;
    };
    afterEach(() => server[Symbol.asyncDispose]());

    it('is listed after a month of refused mails, and goes only once staff allow it', async () => {
      const [id] = await withGone(1);
      await age(DAYS_OF_A_YEAR);
      await nights(30);
      expect((await list()).due).toMatchObject([{ mailedAt: null, listedAt: null }]);
      await nights(15);
      expect(await list()).toMatchObject({
        due: [{ mailedAt: null, listedAt: expect.any(String) as string }],
        lastNight: { stopped: 1 },
      });
      // Not each night.
      expect(server.received.map(({ content }) => content.subject)).toEqual(['Removals wait for you']);
      await site.testApp.staff().post(`${PATH}/allow`).expect(204);
      await nights(1);
      expect(await isThere(id!)).toBe(false);
      expect(server.received).toHaveLength(1);
    });

    it('is said to staff again once there is more of it', async () => {
      const [, later] = await withGone(2);
      await age(DAYS_OF_A_YEAR);
      await query('UPDATE participant SET created_at = now() WHERE id = $1', [later]);
      await nights(45);
      expect((await list()).lastNight).toMatchObject({ stopped: 1 });
      expect(server.received).toHaveLength(1);
      await age(DAYS_OF_A_YEAR);
      await nights(45);
      expect((await list()).lastNight).toMatchObject({ stopped: 2 });
      expect(server.received).toHaveLength(2);
    });

    it('begins with the mail after all, where that is taken again', async () => {
      await withGone(1);
      await age(DAYS_OF_A_YEAR);
      await nights(32);
      expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) as string }]);
      server.replies.clear();
      await nights(1);
      expect((await list()).due).toMatchObject([{ mailedAt: expect.any(String), listedAt: null }]);
    });

    it('gives staff their whole week where that happens after it was listed', async () => {
      const [id] = await withGone(1);
      await age(DAYS_OF_A_YEAR);
      await nights(36);
      server.replies.clear();
      await nights(22);
      expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) as string }]);
      await age(DAYS_OF_A_YEAR);
      await night();
      expect(await isThere(id!)).toBe(true);
    });

    it('makes no later night an unusual one', async () => {
      const ids = await withGone(16);
      await age(DAYS_OF_A_YEAR);
      await query('UPDATE participant SET created_at = now() WHERE id = ANY($1)', [ids.slice(8)]);
      await night();
      await age(DAYS_OF_A_YEAR);
      await night();
      const { due, lastNight } = await list();
      expect(due).toHaveLength(16);
      expect(lastNight).toMatchObject({ stopped: null });
    });
  });

  it.each([
    ['everything', 'now()'],
    ['everything, at a server whose clock is two years behind', `now() - interval '2 years'`],
    ['answers', 'now()'],
  ])('is not removed when its person comes back just then: %s', async (what, seenAt) => {
    const person = await provenPerson(site.testApp);
    await sendAnswer(person);
    if (what === 'answers') {
      await site.archive.publish(person.id, { questionId: 1 });
      await query(`UPDATE participant SET status = 'submitted', is_done = true`);
    }
    await age(3 * DAYS_OF_A_YEAR);
    await nights(28);
    await age(1);
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
    );
    const removing = night();
    await untilBlocked(dataSource);
    await query(`UPDATE participant_session SET last_seen_at = ${seenAt}`);
    await commit();
    await removing;
    expect(await query('SELECT FROM answer')).toHaveLength(1);
  });

  it('is removed although another removal of that night fails', async () => {
    for (let n = 0; n < 2; n++) await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR);
    await nights(24);
    const [first] = await query<[{ id: string }]>(
      'SELECT participant_id AS id FROM due_removal ORDER BY listed_at, id',
    );
    await query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'refused'; END$$`,
    );
    await query(`CREATE TRIGGER refused BEFORE DELETE ON participant FOR EACH ROW
      WHEN (OLD.id = '${first.id}') EXECUTE FUNCTION refuse()`);
    await nights(10);
    expect(await query('SELECT id FROM participant')).toEqual([{ id: first.id }]);
  });

  it('can be kept by staff, with their name in the audit', async () => {
    const { id } = await provenPerson(site.testApp);
    await age(DAYS_OF_A_YEAR);
    await nights(24);
    const [row] = (await list()).due;
    const { cookie } = await ArchiveClient.signIn(site.testApp, 'Mara');
    const keep = () => site.testApp.http.post(`${PATH}/${row!.id}/keep`).set('Cookie', cookie);
    await refuseAudit(site.testApp.dataSource, () => keep().expect(500));
    await keep().expect(204);
    await keep().expect(404);
    await nights(40);
    expect(await isThere(id)).toBe(true);
    expect((await list()).due).toMatchObject([{ kept: { by: 'Mara', until: expect.any(String) } }]);
    expect(await audited()).toContainEqual(expect.objectContaining({ action: 'removal_kept', producer: 'Mara' }));
    // For one period.
    await age(DAYS_OF_A_YEAR);
    await nights(1);
    expect((await list()).due).toMatchObject([{ kept: null, mailedAt: expect.any(String) }]);
  });

  it('is not said to be kept while it is being removed', async () => {
    await new PublicSender(site.testApp).send().expect(201);
    await age(6 * DAYS_OF_A_YEAR);
    await nights(24);
    const [row] = (await list()).due;
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM public_upload FOR KEY SHARE'),
    );
    const removing = nights(8);
    await untilBlocked(dataSource);
    const keeping = site.testApp
      .staff()
      .post(`${PATH}/${row!.id}/keep`)
      .then(({ status }) => status);
    await Promise.race([keeping, untilBlocked(dataSource, 2)]);
    await commit();
    await removing;
    expect(await keeping).toBe(404);
    expect(await query('SELECT FROM public_upload')).toEqual([]);
  });

  it('stays where staff keep it while the night removes something else', async () => {
    const senders = [new PublicSender(site.testApp), new PublicSender(site.testApp)];
    for (const sender of senders) await sender.send().expect(201);
    await age(6 * DAYS_OF_A_YEAR);
    await nights(28);
    const [first, second] = await query<{ id: string; upload: string }[]>(
      'SELECT id, public_upload_id AS upload FROM due_removal ORDER BY listed_at, id',
    );
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM public_upload WHERE id = $1 FOR KEY SHARE', [first!.upload]),
    );
    const removing = nights(1);
    await untilBlocked(dataSource);
    await site.testApp.staff().post(`${PATH}/${second!.id}/keep`).expect(204);
    await commit();
    await removing;
    expect(await query('SELECT id FROM public_upload')).toEqual([{ id: second!.upload }]);
  });

  it('is nothing of a person who is deleted while the night looks', async () => {
    const [gone, stays] = [await provenPerson(site.testApp), await provenPerson(site.testApp)];
    for (const table of ['participant_session', 'device_token']) await query(`DELETE FROM ${table}`);
    await age(DAYS_OF_A_YEAR);
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, async (transaction) => {
      await transaction.query('LOCK TABLE due_removal IN SHARE MODE');
      await transaction.query('DELETE FROM participant WHERE id = $1', [gone.id]);
    });
    const looking = night();
    await untilBlocked(dataSource);
    await commit();
    await looking;
    expect((await list()).due).toMatchObject([{ person: { id: stays.id } }]);
  });

  it('is never what is public, complete, submitted, held by a release or worked on', async () => {
    const shown = await site.publishStory('Anna', 'I rest.');
    const drafted = await site.archive.register('Ben');
    await site.archive.add(drafted, { questionId: 1 });
    const submitted = await site.archive.register('Cleo');
    await query(`UPDATE participant SET status = 'submitted' WHERE id = $1`, [submitted]);
    const complete = await site.archive.register('Hanna');
    await query('UPDATE participant SET media_upload_completed_at = now() WHERE id = $1', [complete]);
    const done = await site.archive.register('Ida');
    await query('UPDATE participant SET is_done = true WHERE id = $1', [done]);
    const reopened = await site.archive.register('Dora');
    await query('UPDATE participant SET reopened_at = now(), media_upload_completed_at = now() WHERE id = $1', [
      reopened,
    ]);
    await site.archive.add(reopened, { questionId: 1 });
    const unclaimed = await site.archive.register('Elsa');
    await query(
      `INSERT INTO unclaimed_beginning (participant_id, set_apart_at, status, is_done, tag, times)
       VALUES ($1, now(), 'submitted', false, false, '{}')`,
      [unclaimed],
    );
    const sending = await site.archive.register('Finn');
    await query(
      `INSERT INTO upload_session (id, audience, participant_id, filename, mime_type, total_size, total_chunks, created_at)
       VALUES (gen_random_uuid(), 'participant', $1, 'a.webm', 'video/webm', 1, 1, now())`,
      [sending],
    );
    const released = await site.archive.register('Gerda');
    await query(`INSERT INTO cut_release (participant_id, film, cut_hash, decision) VALUES ($1, 'a', 'a', 'yes')`, [
      released,
    ]);
    for (let n = 0; n < 2; n++) await new PublicSender(site.testApp).send().expect(201);
    await query(
      `INSERT INTO video_preparation (media_id, state, line, changed_at, waiting_since, claimed_until)
       SELECT media_id, (ARRAY['waiting', 'working'])[row_number() OVER ()], 'public', now(), now(), 'infinity'
       FROM public_upload`,
    );
    await age(20 * DAYS_OF_A_YEAR);
    await night();
    expect((await list()).due).toEqual([]);
    await site.bringUpToDate();
    await site.get(storyOf(shown)).expect(200);
  });

  it.each([
    ['whether staff are done with it or not', true, false],
    ['unless it is submitted after all', false, true],
  ])('is also a story that was reopened and not submitted again, %s', async (_which, isDone, isSubmittedAgain) => {
    const person = await provenPerson(site.testApp);
    await sendAnswer(person);
    const submit = `UPDATE participant SET status = 'submitted', media_upload_completed_at = now() WHERE id = $1`;
    await query(submit, [person.id]);
    await person.browser.post('/api/user/reopen').expect(200);
    await query('UPDATE participant SET is_done = $2 WHERE id = $1', [person.id, isDone]);
    await age(DAYS_OF_A_YEAR - 33);
    await night();
    expect((await list()).due).toEqual([]);
    await nights(4);
    expect((await list()).due).toMatchObject([{ kind: 'unsubmitted', person: { id: person.id }, listedAt: null }]);
    expect(await lastTextTo(person.email)).toContain('You opened your story again, and have not sent it since.');
    await nights(31);
    expect((await list()).due).toMatchObject([{ listedAt: expect.any(String) }]);
    if (isSubmittedAgain) await query(submit, [person.id]);
    await nights(8);
    expect(await isThere(person.id)).toBe(isSubmittedAgain);
    expect((await list()).due).toEqual([]);
  });

  it('is also a recording that waits for the owner of its e-mail to say whose it is', async () => {
    const person = await site.archive.register('Anna');
    await query(
      `INSERT INTO upload_session (id, audience, participant_id, filename, mime_type, total_size, total_chunks, created_at)
       VALUES (gen_random_uuid(), 'set_apart', $1, 'a.webm', 'video/webm', 1, 1, now())`,
      [person],
    );
    await query(
      `INSERT INTO unclaimed_beginning (participant_id, set_apart_at, status, is_done, tag, times)
       VALUES ($1, now(), 'in_progress', false, false, '{}')`,
      [person],
    );
    await age(DAYS_OF_A_YEAR);
    await night();
    expect((await list()).due).toMatchObject([{ kind: 'unsubmitted', person: { id: person } }]);
  });

  it('are the answers to a public story, which stays', async () => {
    const person = await provenPerson(site.testApp);
    await sendAnswer(person);
    const video = await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' });
    await query(`UPDATE participant SET status = 'submitted', is_done = true WHERE id = $1`, [person.id]);
    await age(3 * DAYS_OF_A_YEAR);
    await nights(24);
    expect((await list()).due).toMatchObject([{ kind: 'answers', listedAt: expect.any(String) }]);
    const putBack = await keepCopies('answer');
    await nights(5);
    expect(await query('SELECT FROM answer')).toEqual([]);
    expect((await list()).due).toEqual([]);
    // Their files, too.
    expect(await query('SELECT FROM media_deletion')).toEqual([]);
    await nights(3);
    await putBack();
    expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
    expect(await query('SELECT FROM answer')).toEqual([]);
    expect(await isThere(person.id)).toBe(true);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
  });

  it('are no answers while their story is not public, waits for staff, is worked on, or came out not long ago', async () => {
    const answered = async (isPublic = true) => {
      const person = await provenPerson(site.testApp);
      await sendAnswer(person);
      if (isPublic) await site.archive.publish(person.id, { questionId: 1 });
      return person.id;
    };
    await answered(false);
    const [undone, partly, late, due] = [await answered(), await answered(), await answered(), await answered()];
    const [reopened, sending] = [await answered(), await answered()];
    await site.archive.add(partly, { questionId: 2 });
    await query(`UPDATE participant SET status = 'submitted', is_done = id <> $1`, [undone]);
    await query(`UPDATE participant SET status = 'in_progress', reopened_at = now() WHERE id = $1`, [reopened]);
    await age(3 * DAYS_OF_A_YEAR);
    await query(
      `INSERT INTO upload_session (id, audience, participant_id, filename, mime_type, total_size, total_chunks, created_at)
       VALUES (gen_random_uuid(), 'participant', $1, 'a.webm', 'video/webm', 1, 1, now())`,
      [sending],
    );
    await query('UPDATE showcase_video SET approved_at = now() WHERE participant_id = $1', [late]);
    await night();
    expect((await list()).due).toMatchObject([{ kind: 'answers', person: { id: due } }]);
  });

  it('are also answers that were only written', async () => {
    const person = await provenPerson(site.testApp);
    await sendWords(person);
    await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' });
    await query(`UPDATE participant SET status = 'submitted', is_done = true WHERE id = $1`, [person.id]);
    await age(3 * DAYS_OF_A_YEAR);
    await nights(32);
    expect(await query('SELECT FROM written_answer')).toEqual([]);
    expect(await isThere(person.id)).toBe(true);
  });

  it('are uploads that nobody signed in for, also those that an older backup brings back', async () => {
    const sender = new PublicSender(site.testApp);
    await sender.send().expect(201);
    await age(6 * DAYS_OF_A_YEAR);
    await nights(24);
    // They have no page.
    expect(await lastTextTo(sender.email)).not.toContain(MY_STORY_PATH);
    const [upload] = await query<{ id: string }[]>('SELECT id FROM public_upload');
    const putBack = await keepCopies('public_upload');
    await nights(8);
    expect(await query('SELECT FROM public_upload')).toEqual([]);
    const subject = { type: 'photo', id: upload!.id };
    expect((await audited())[0]).toMatchObject({ actor: 'system', action: 'period_ended', subject });
    await putBack();
    expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
    expect(await query('SELECT FROM public_upload')).toEqual([]);
    expect(await site.testApp.app.get(LedgerReplay).writeMissing()).toBe(0);
  });

  it('is told to its person in one mail for each kind of it, however much it is', async () => {
    const sender = new PublicSender(site.testApp);
    for (const bytes of [sender.photo, await sampleJpeg({ colour: '#204060' })]) {
      await sender.send({ bytes }).expect(201);
    }
    await sender.register();
    await age(6 * DAYS_OF_A_YEAR);
    await nights(1);
    const told = (await list()).due.filter(({ mailedAt }) => mailedAt !== null).map(({ kind }) => kind);
    expect(told.toSorted()).toEqual(['public_upload', 'public_upload', 'unsubmitted']);
    const mails = await outboxOf(sender.email);
    expect(mails).toHaveLength(2);
    expect(mails.filter(({ text }) => text!.includes(MY_STORY_PATH))).toHaveLength(1);
  });

  it('is told to its person at the e-mail that they have now, whoever has the one under which it came', async () => {
    const person = await provenPerson(site.testApp);
    await new PublicSender(site.testApp).send({ email: person.email }).expect(201);
    await query('INSERT INTO former_email (participant_id, email_key) SELECT id, email_key FROM participant');
    const now = 'moved@example.org';
    await query('UPDATE participant SET email = $1, email_key = $1', [now]);
    const next = { firstName: 'Ben', lastName: 'Example', email: person.email };
    await site.testApp.browser().post('/api/register').send(next).expect(201);
    await age(6 * DAYS_OF_A_YEAR);
    await nights(1);
    const mails = await Promise.all([now, person.email].map(outboxOf));
    const ofUploads = mails.map((each) =>
      each.filter(({ subject, text }) => subject === TOLD && !text!.includes(MY_STORY_PATH)),
    );
    expect(ofUploads.map(({ length }) => length)).toEqual([1, 0]);
    const [shown] = (await list()).due.filter(({ kind }) => kind === 'public_upload');
    expect(shown).toMatchObject({ email: now, person: { id: person.id, name: 'Anna Example' } });
  });

  it.each([
    [
      'has sent something else',
      `public_upload SET created_at = now() WHERE id = (SELECT id FROM public_upload LIMIT 1)`,
    ],
    ['has visited their own story', 'participant_session SET last_seen_at = now()'],
  ])('are no uploads of somebody who %s not long ago', async (_, sign) => {
    const sender = new PublicSender(site.testApp);
    for (const bytes of [sender.photo, await sampleJpeg({ colour: '#204060' })]) {
      await sender.send({ bytes }).expect(201);
    }
    await sender.register();
    await age(6 * DAYS_OF_A_YEAR);
    await query(`UPDATE ${sign}`);
    await night();
    expect((await list()).due.filter(({ kind }) => kind === 'public_upload')).toEqual([]);
    expect(await sender.kept()).toHaveLength(2);
  });

  it('takes nothing that came through the upload page before its own time is over, also not from an older backup', async () => {
    const sender = new PublicSender(site.testApp);
    await sender.send().expect(201);
    await sender.register();
    const [person] = await query<{ id: string }[]>('SELECT id FROM participant');
    const putBack = await keepRows(site.testApp.dataSource, 'participant', 'true');
    await age(DAYS_OF_A_YEAR);
    await nights(32);
    expect(await isThere(person!.id)).toBe(false);
    expect(await sender.kept()).toHaveLength(1);
    const [receipt] = await query<object[]>('SELECT details FROM consent_receipt ORDER BY number DESC LIMIT 1');
    expect(receipt).toMatchObject({ details: { what: 'everything', publicUploads: 0 } });
    expect(await site.testApp.app.get(LedgerReplay).writeMissing()).toBe(0);
    await putBack();
    expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
    expect(await isThere(person!.id)).toBe(false);
    expect(await sender.kept()).toHaveLength(1);
  });

  it('is looked at once a night, by however many servers', async () => {
    await Promise.all([night(), night(), night()]);
    expect(await query('SELECT FROM keeping_night')).toHaveLength(1);
    // Where theirs begins by another clock.
    await query(`UPDATE keeping_night SET at = at - interval '19 hours'`);
    await night();
    expect(await query('SELECT FROM keeping_night')).toHaveLength(1);
  });

  it('leaves no word of its nights longer than 400 days', async () => {
    await query(
      `INSERT INTO keeping_night (at) SELECT now() - make_interval(days => days) FROM unnest('{399, 401}'::int[]) AS days`,
    );
    await night();
    expect(await query('SELECT FROM keeping_night')).toHaveLength(2);
  });

  it('is looked at though a night was written down by a clock that went ahead', async () => {
    await query(`INSERT INTO keeping_night (at) VALUES (now() + interval '1 year')`);
    await night();
    expect(await query('SELECT FROM keeping_night WHERE at <= now()')).toHaveLength(1);
  });
});

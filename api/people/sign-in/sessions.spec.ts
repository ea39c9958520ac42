import type { IncomingMessage } from 'node:http';
import { PARTICIPANT_SESSION_ABSOLUTE_MS, PARTICIPANT_SESSION_IDLE_MS } from '../../contract/common/limits.js';
import { type RegisterResponse, SESSION_OWNER_HEADER } from '../../contract/people/participants.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { provenPerson } from '../../testing/proven-person.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { ParticipantSessions } from './browser-tokens.service.js';

const request = (headers: object) => ({ headers }) as IncomingMessage;

const known = async (browser: Pick<TestApp['http'], 'get'>) =>
  (await browser.get('/api/auth/device').expect(200).expect('Cache-Control', 'private, no-store')).body as unknown;

describe('participant sessions', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(() => testApp.dataSource.query('DELETE FROM participant'));

  const anna = { firstName: 'Anna', lastName: 'Example', email: 'anna@example.org' };
  const signedIn = async () => {
    const browser = testApp.browser();
    await browser.post('/api/register').send(anna).expect(201);
    return browser;
  };
  /** The id of a new person, and the header with which their browser would come. */
  const registered = async (email = anna.email) => {
    const { body, headers } = await testApp.http
      .post('/api/register')
      .send({ ...anna, email })
      .expect(201);
    return { id: (body as RegisterResponse).user.id, cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  };
  const ask = (owner: string, cookie: string) =>
    testApp.http.get('/api/auth/user').set(SESSION_OWNER_HEADER, owner).set('Cookie', cookie);
  const age = (column: string, ms: number) =>
    testApp.dataSource.query(`UPDATE participant_session SET ${column} = $1`, [new Date(Date.now() - ms)]);
  const lastSeen = async () => {
    const rows: { last_seen_at: Date }[] = await testApp.dataSource.query('SELECT * FROM participant_session');
    return rows[0]?.last_seen_at.getTime() ?? 0;
  };

  it('tell who is signed in, and no cache keeps it', async () => {
    const response = await (await signedIn()).get('/api/auth/user').expect(200);
    expect(response.body).toEqual({
      id: expect.any(String),
      isEmailProven: false,
      keptUnder: [expect.any(String)],
      openSince: expect.stringMatching(/^\d{4}-.+Z$/),
      unclaimed: null,
      ...anna,
      status: 'in_progress',
      photosNeeded: true,
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('outlive a restart', async () => {
    const { cookie } = await registered();
    await testApp.restart();
    await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(200);
  });

  it('last while they are used, and note a use at most once a minute', async () => {
    const browser = await signedIn();
    const start = await lastSeen();
    await browser.get('/api/auth/user').expect(200);
    expect(await lastSeen()).toBe(start);
    await age('last_seen_at', PARTICIPANT_SESSION_IDLE_MS - 60_000);
    await browser.get('/api/auth/user').expect(200);
    expect(await lastSeen()).toBeGreaterThanOrEqual(start);
  });

  it('are used by one browser alone', async () => {
    const browsers = await Promise.all(
      ['anna', 'ben'].map(async (name) => {
        const browser = testApp.browser();
        await browser
          .post('/api/register')
          .send({ ...anna, email: `${name}@example.org` })
          .expect(201);
        return browser;
      }),
    );
    await age('last_seen_at', 61_000);
    await browsers[0]!.get('/api/auth/user').expect(200);
    const rows = await testApp.dataSource.query<{ isSeen: boolean }[]>(
      `SELECT last_seen_at > now() - interval '30 seconds' AS "isSeen" FROM participant_session ORDER BY 1`,
    );
    expect(rows).toEqual([{ isSeen: false }, { isSeen: true }]);
  });

  it('that came by registering alone count for nothing once the e-mail is proven, whenever they were written', async () => {
    const { id, cookie } = await registered();
    await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(200);
    await testApp.dataSource.query('UPDATE participant SET email_proven_at = now() WHERE id = $1', [id]);
    await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(401);
    await testApp.dataSource.query('UPDATE participant_session SET is_proven = true');
    await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(200);
  });

  it('that a known browser opens anew are as good as what it is known by, and no better', async () => {
    const browser = await signedIn();
    await browser.get('/api/logout').expect(302);
    await browser.post('/api/resume-interview').send({ email: anna.email }).expect(200);
    await browser.get('/api/auth/user').expect(200);
    expect(await testApp.dataSource.query('SELECT is_proven FROM participant_session')).toEqual([{ is_proven: false }]);
  });

  it('are found by whoever serves the pages', async () => {
    const sessions = testApp.app.get(ParticipantSessions, { strict: false });
    const { id, cookie } = await registered();
    expect(await sessions.findByRequest(request({ cookie: `theme=dark; ${cookie}` }))).toBe(id);
    expect(await sessions.findByRequest(request({}))).toBeNull();
    expect(await sessions.findByRequest(request({ cookie: 'participant_session=guess' }))).toBeNull();
  });

  it('are swept once they are over', async () => {
    await signedIn();
    const sessions = testApp.app.get(ParticipantSessions, { strict: false });
    await sessions.sweepExpired();
    expect(await lastSeen()).toBeGreaterThan(0);
    await age('last_seen_at', PARTICIPANT_SESSION_IDLE_MS);
    await sessions.sweepExpired();
    expect(await lastSeen()).toBe(0);
  });

  describe('GET /api/auth/device', () => {
    it('tells a browser alone whether it is known, signed in or not, until it is forgotten', async () => {
      const { id, cookie } = await registered();
      expect(await known(testApp.http)).toEqual({ keptUnder: null });
      await testApp.http.get('/api/auth/device').set('Cookie', cookie).expect(200, { keptUnder: null });
      expect(id).toBeDefined();

      const browser = testApp.browser();
      await browser
        .post('/api/register')
        .send({ ...anna, email: 'anna-2@example.org' })
        .expect(201);
      const { body: user } = await browser.get('/api/auth/user').expect(200);
      const { keptUnder, id: own } = user as { keptUnder: string[]; id: string };
      expect(await known(browser)).toEqual({ id: own, keptUnder });
      await browser.get('/api/logout').expect(302);
      expect(await known(browser)).toEqual({ id: own, keptUnder });
      await browser.post('/api/auth/forget-device').expect(204);
      expect(await known(browser)).toEqual({ keptUnder: null });
    });
  });

  describe('GET /api/logout', () => {
    it('ends the session and leads home', async () => {
      const browser = await signedIn();
      const response = await browser.get('/api/logout').expect(302);
      expect(response.headers['location']).toBe('/');
      expect(await lastSeen()).toBe(0);
      await browser.get('/api/auth/user').expect(401);
    });

    it('expires its own cookie only', async () => {
      const browser = await signedIn();
      await browser.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD }).expect(201);
      const response = await browser.get('/api/logout').expect(302);
      expect(response.headers['set-cookie']).toEqual([
        'participant_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      ]);
      await browser.get('/api/admin/session').expect(200);
    });

    it.each([
      ['cross-site', 'navigate', 'document'],
      ['cross-site', 'navigate', 'iframe'],
      ['cross-site', 'no-cors', 'image'],
      ['same-site', 'no-cors', 'image'],
    ])('does nothing for another site (%s %s %s)', async (site, mode, dest) => {
      const browser = await signedIn();
      const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest };
      const response = await browser.get('/api/logout').set(headers).expect(302).expect('Location', '/');
      expect(response.headers['set-cookie']).toBeUndefined();
      await browser.get('/api/auth/user').expect(200);
    });

    it.each(['same-origin', 'same-site', 'none'])('ends the session for a journey of the person (%s)', async (site) => {
      const browser = await signedIn();
      const headers = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
      await browser.get('/api/logout').set(headers).expect(302);
      await browser.get('/api/auth/user').expect(401);
    });

    it('signs nobody out who has signed in since the page was opened on which it was pressed', async () => {
      const [before, now] = [await registered(), await registered('bea@example.org')];
      const leave = (owner: string) =>
        testApp.http.get('/api/logout').query({ owner }).set('Cookie', now.cookie).expect(302).expect('Location', '/');
      const response = await leave(before.id);
      expect(response.headers['set-cookie']).toBeUndefined();
      await ask(now.id, now.cookie).expect(200);
      await leave(now.id);
      await ask(now.id, now.cookie).expect(401);
    });

    it('leads home without a session, too', async () => {
      await testApp.http.get('/api/logout').expect(302).expect('Location', '/');
    });
  });

  describe('POST /api/auth/forget-device', () => {
    it('forgets nothing of whoever has signed in since, for the page of whoever was there before', async () => {
      const [before, browser] = [await registered(), testApp.browser()];
      const { body } = await browser
        .post('/api/register')
        .send({ ...anna, email: 'bea@example.org' })
        .expect(201);
      const { id: now } = (body as RegisterResponse).user;
      const forget = (owner: string) => browser.post('/api/auth/forget-device').set(SESSION_OWNER_HEADER, owner);
      await forget(before.id).expect(401, { message: 'Unauthorized', code: 'signed_out' });
      await browser.get('/api/auth/user').expect(200);
      await browser.get('/api/logout').expect(302);
      await forget(before.id).expect(401);
      expect(await known(browser)).toMatchObject({ id: now });
      await forget(now).expect(204);
      expect(await known(browser)).toEqual({ keptUnder: null });
      // Nothing is left that could be somebody else's.
      await forget(before.id).expect(204);
    });

    it('ends also what another tab opens meanwhile', async () => {
      const { browser, email } = await provenPerson(testApp);
      await browser.get('/api/logout').expect(302);
      await using letGo = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM device_token FOR KEY SHARE'),
      );
      const forgotten = Promise.resolve(browser.post('/api/auth/forget-device').expect(204));
      await untilBlocked(testApp.dataSource);
      const { headers } = await browser.post('/api/resume-interview').send({ email }).expect(200);
      await letGo();
      await forgotten;
      const cookie = String(headers['set-cookie']).split(';')[0]!;
      expect(cookie).toMatch(/^participant_session=./);
      await testApp.http.get('/api/auth/user').set('Cookie', cookie).expect(401);
    });
  });

  it('serve a page that says whose it is as long as that person is signed in', async () => {
    const [first, second] = [await registered(), await registered('bea@example.org')];
    await ask(first.id, first.cookie).expect(200);
    await ask(first.id, second.cookie).expect(401, { message: 'Unauthorized', code: 'signed_out' });
    await ask('', first.cookie).expect(401);
  });

  it('change nothing of whoever signed in later, for the page of whoever was there before', async () => {
    const [before, now] = [await registered(), await registered('bea@example.org')];
    await testApp.http
      .post('/api/my-story/leave')
      .set(SESSION_OWNER_HEADER, before.id)
      .set('Cookie', now.cookie)
      .expect(401);
    await testApp.http.get('/api/auth/user').set('Cookie', now.cookie).expect(200);
  });

  describe('refuses', () => {
    const signedOut = { message: 'Unauthorized', code: 'signed_out' };

    it('nobody', async () => {
      await testApp.http.get('/api/auth/user').expect(401, signedOut);
    });

    it('a made-up token', async () => {
      await signedIn();
      await testApp.http
        .get('/api/auth/user')
        .set('Cookie', `participant_session=${'A'.repeat(43)}`)
        .expect(401, signedOut);
    });

    it.each([
      ['30 days without use', 'last_seen_at', PARTICIPANT_SESSION_IDLE_MS],
      ['90 days in all', 'created_at', PARTICIPANT_SESSION_ABSOLUTE_MS],
    ])('a session after %s', async (_when, column, ms) => {
      const browser = await signedIn();
      await age(column, ms - 60_000);
      await browser.get('/api/auth/user').expect(200);
      await age(column, ms);
      await browser.get('/api/auth/user').expect(401, signedOut);
    });

    it('a person who was deleted', async () => {
      const browser = await signedIn();
      await testApp.dataSource.query('DELETE FROM participant');
      await browser.get('/api/auth/user').expect(401, signedOut);
    });
  });
});

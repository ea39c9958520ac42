import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import {
  STAFF_SESSION_ABSOLUTE_MS,
  STAFF_SESSION_IDLE_MS,
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_OF_ALL,
  STAFF_WRONG_TRIES_WINDOW_MS,
} from '../../contract/common/limits.js';
import { STAFF_PASSWORD_HEADER, type StaffSession } from '../../contract/staff/staff.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { collectWarnings } from '../../testing/collect-warnings.js';
import { signUp } from '../../testing/participants.js';
import { refuseAudit } from '../../testing/refuse-audit.js';
import { startSecondServer } from '../../testing/second-server.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { RateLimits } from '../rate-limits/rate-limits.service.js';
import { StaffSessionsRepository } from './staff-sessions.repository.js';
import { StaffSessions } from './staff-sessions.service.js';

const PATH = '/api/admin/session';
const signedOut = { message: 'Unauthorized', code: 'signed_out' };
const wrongPassword = { message: 'Invalid password', code: 'wrong_password' };

describe('staff gate', () => {
  let testApp: TestApp;
  let addresses = 0;
  /** An address that nobody has come from yet. */
  let address: string;

  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    address = `203.0.113.${++addresses}`;
    await testApp.dataSource.query('DELETE FROM staff_session');
    await testApp.dataSource.query('DELETE FROM rate_limit');
  });

  const anyRoute = () =>
    testApp.http
      .get('/api/admin/audit')
      .set('X-Forwarded-For', address)
      .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD);
  const sendPassword = (password: unknown, from = address) =>
    testApp.http.post(PATH).set('X-Forwarded-For', from).send({ password });
  const withHeader = (password: string, from = address) =>
    testApp.http.delete(PATH).set('X-Forwarded-For', from).set(STAFF_PASSWORD_HEADER, password);
  const signedIn = async () => {
    const browser = testApp.browser();
    await browser.post(PATH).send({ password: TEST_STAFF_PASSWORD }).expect(201);
    return browser;
  };
  /** Malformed tries count as wrong ones do, and are quicker: nothing is compared. */
  const lock = async (times = STAFF_WRONG_TRIES, from = address) => {
    for (let i = 0; i < times; i++) {
      await testApp.http.post(PATH).set('X-Forwarded-For', from).type('json').send('{').expect(400);
    }
  };
  /** An IPv6 network, whose tries do not count among those of all strangers. */
  const lockSubnet = async (subnet: string) => {
    await lock(STAFF_WRONG_TRIES, `2001:db8:0:${subnet}::1`);
    const ofAll = testApp.app.get(RateLimits).hash('gate');
    await testApp.dataSource.query('DELETE FROM rate_limit WHERE key = $1', [ofAll]);
  };
  const age = (column: string, ms: number) =>
    testApp.dataSource.query(`UPDATE staff_session SET ${column} = $1`, [new Date(Date.now() - ms)]);
  const countSessions = async () => (await testApp.dataSource.query('SELECT FROM staff_session')).length;

  it('lets nobody keep what staff are answered, nor that somebody is none of them', async () => {
    const browser = await signedIn();
    const answers = [await browser.get(PATH).expect(200), await testApp.http.get(PATH).expect(401)];
    const kept = answers.map(({ headers }) => (headers as Record<string, string>)['cache-control']);
    expect(kept).toEqual(['private, no-store', 'private, no-store']);
  });

  it('opens a session with the right password', async () => {
    const response = await sendPassword(TEST_STAFF_PASSWORD).expect(201);
    const { expiresAt } = response.body as StaffSession;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + STAFF_SESSION_IDLE_MS - 60_000);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + STAFF_SESSION_IDLE_MS);
    const cookies = [response.headers['set-cookie']].flat();
    expect(cookies).toEqual([
      expect.stringMatching(/^staff_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^staff_browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('opens it also where the one before could not be ended in that browser', async () => {
    const browser = await signedIn();
    using ending = jest.spyOn(testApp.app.get(StaffSessionsRepository, { strict: false }), 'end');
    ending.mockRejectedValueOnce(new Error('The database is away.'));
    const { headers } = await browser.post(PATH).send({ password: TEST_STAFF_PASSWORD }).expect(500);
    expect([headers['set-cookie']].flat()).toEqual([expect.stringMatching(/^staff_session=[\w-]{43};/)]);
    await browser.get(PATH).expect(200);
  });

  it('tells until when the session lasts', async () => {
    const browser = await signedIn();
    await age('created_at', STAFF_SESSION_ABSOLUTE_MS - 60_000);
    const { body } = await browser.get(PATH).expect(200);
    const end = Date.parse((body as StaffSession).expiresAt);
    expect(end).toBeGreaterThan(Date.now() + 50_000);
    expect(end).toBeLessThan(Date.now() + 61_000);
  });

  it('closes the session', async () => {
    const browser = await signedIn();
    const { headers } = await browser.delete(PATH).expect(204);
    expect(await countSessions()).toBe(0);
    expect(headers['set-cookie']).toEqual(['staff_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    await browser.get(PATH).expect(401);
  });

  it('takes the password in a header in place of a session', async () => {
    await withHeader(TEST_STAFF_PASSWORD).expect(204);
    await testApp.http.get(PATH).set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(404);
  });

  it('notes what is done by the password in a header as a producer’s doing, nobody’s by name', async () => {
    const archive = await ArchiveClient.signIn(testApp);
    const id = await archive.register('Anna');
    const video = await archive.publish(id, { questionId: 1 });
    await testApp.http
      .put(`/api/admin/showcase-videos/${video.id}/unapprove`)
      .set('X-Forwarded-For', address)
      .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD)
      .expect(200);
    const { body } = await archive.get(`/api/admin/audit?person=${id}&kind=published`).expect(200);
    const [last] = (body as AuditPage).entries;
    expect(last).toMatchObject({ action: 'video_unapproved', actor: 'staff', producer: null });
  });

  it('takes the right password again and again, in any mixture with wrong ones below the limit', async () => {
    for (let i = 1; i < STAFF_WRONG_TRIES; i++) {
      await sendPassword('wrong').expect(401);
      await withHeader(TEST_STAFF_PASSWORD).expect(204);
      await sendPassword(TEST_STAFF_PASSWORD).expect(201);
    }
  });

  it('lets many first requests with the right header in at once', async () => {
    await testApp.restart();
    const requests = Array.from({ length: 12 }, () => withHeader(TEST_STAFF_PASSWORD));
    const statuses = await Promise.all(requests.map(async (request) => (await request).status));
    expect(new Set(statuses)).toEqual(new Set([204]));
  });

  it('sweeps sessions that are over', async () => {
    await signedIn();
    await age('last_seen_at', STAFF_SESSION_IDLE_MS);
    await signedIn();
    await testApp.app.get(StaffSessions, { strict: false }).sweepExpired();
    expect(await countSessions()).toBe(1);
  });

  it('reads a header in UTF-8 as well as in Latin-1', async () => {
    const other = await createTestApp({ STAFF_PASSWORD: 'schlüssel für alle' });
    for (const encoding of ['utf8', 'latin1'] as const) {
      const header = Buffer.from('schlüssel für alle', encoding).toString('latin1');
      await other.http.delete(PATH).set(STAFF_PASSWORD_HEADER, header).expect(204);
    }
    await other.close();
  });

  describe('refuses', () => {
    it('a caller without a session or password', async () => {
      await testApp.http.get(PATH).expect(401, signedOut);
      await testApp.http.delete(PATH).expect(401, signedOut);
    });

    it('a made-up cookie', async () => {
      await signedIn();
      await testApp.http
        .get(PATH)
        .set('Cookie', `staff_session=${'A'.repeat(43)}`)
        .expect(401, signedOut);
    });

    it("a participant's session", async () => {
      await testApp.http
        .get(PATH)
        .set('Cookie', await signUp(testApp))
        .expect(401, signedOut);
    });

    it.each([['wrong'], [''], [`${TEST_STAFF_PASSWORD} `], ['\0'], ['x'.repeat(10_000)]])(
      'the wrong password %j, without a cookie',
      async (password) => {
        const response = await sendPassword(password).expect(401, wrongPassword);
        expect(response.headers['set-cookie']).toBeUndefined();
      },
    );

    it.each([[undefined], [null], [7], [{ $ne: '' }], [[TEST_STAFF_PASSWORD]]])(
      'the password %j, which is no text',
      async (password) => {
        await sendPassword(password).expect(400, { message: 'Password is required.', code: 'bad_request' });
      },
    );

    it('a wrong header even beside a good cookie', async () => {
      const browser = await signedIn();
      await browser
        .get(PATH)
        .set('X-Forwarded-For', address)
        .set(STAFF_PASSWORD_HEADER, 'wrong')
        .expect(401, wrongPassword);
      await browser.get(PATH).expect(200);
    });

    it.each([
      ['30 minutes without use', 'last_seen_at', STAFF_SESSION_IDLE_MS],
      ['8 hours in all', 'created_at', STAFF_SESSION_ABSOLUTE_MS],
    ])('a session after %s', async (_when, column, ms) => {
      const browser = await signedIn();
      await age(column, ms - 60_000);
      await browser.get(PATH).expect(200);
      await age(column, ms);
      await browser.get(PATH).expect(401, signedOut);
    });

    it('everyone from an address that has used up its wrong tries, counted over form and header', async () => {
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) {
        await (i % 2 ? withHeader('wrong') : sendPassword('wrong')).expect(401);
      }
      for (const response of [
        await sendPassword('wrong'),
        await sendPassword(TEST_STAFF_PASSWORD),
        await withHeader(TEST_STAFF_PASSWORD),
      ]) {
        expect(response.status).toBe(429);
        expect(response.body).toEqual({
          message: 'Too many wrong passwords. Please try again in 15 minutes.',
          code: 'too_many_tries',
        });
        const seconds = Number(response.headers['retry-after']);
        expect(seconds).toBeGreaterThan(STAFF_WRONG_TRIES_WINDOW_MS / 1000 - 60);
        expect(seconds).toBeLessThanOrEqual(STAFF_WRONG_TRIES_WINDOW_MS / 1000);
      }
      await sendPassword(TEST_STAFF_PASSWORD, '198.51.100.1').expect(201);
    });

    it('the right password that was right before, on every route, once the tries are used up', async () => {
      await anyRoute().expect(200);
      await lock();
      await anyRoute().expect(429);
    });

    it('what is one too many of guesses that come all at once', async () => {
      const guesses = Array.from({ length: 2 * STAFF_WRONG_TRIES }, () => sendPassword('wrong'));
      const statuses = await Promise.all(guesses.map(async (guess) => (await guess).status));
      expect(statuses.filter((status) => status === 401)).toHaveLength(STAFF_WRONG_TRIES);
      expect(statuses.filter((status) => status === 429)).toHaveLength(STAFF_WRONG_TRIES);
    });

    it('sessions of a password that was changed, and as a stranger whoever knew that one', async () => {
      const { headers } = await sendPassword(TEST_STAFF_PASSWORD).expect(201);
      const cookies = String(headers['set-cookie']);
      const cookie = /staff_session=[\w-]+/.exec(cookies)?.[0] ?? '';
      const known = /staff_browser=[\w-]+/.exec(cookies)?.[0] ?? '';
      await testApp.http.get(PATH).set('Cookie', cookie).expect(200);
      Object.assign(testApp.config, { staffPassword: 'another password' });
      try {
        await testApp.restart();
        await testApp.http.get(PATH).set('Cookie', cookie).expect(401);
        await lock();
        await sendPassword('another password').set('Cookie', known).expect(429);
      } finally {
        Object.assign(testApp.config, { staffPassword: TEST_STAFF_PASSWORD });
        await testApp.restart();
      }
    });
  });

  describe('counts', () => {
    it.each<[string, string, string | Buffer]>([
      ['malformed JSON', 'application/json', '{"password":'],
      ['a list', 'application/json', '["a"]'],
      ['nothing at all', 'application/json', ''],
      ['no field', 'application/json', '{}'],
      ['no JSON', 'text/plain', 'password'],
      ['too much', 'application/json', JSON.stringify({ password: 'x'.repeat(3_000_000) })],
      ['a name that is none', 'application/json', JSON.stringify({ password: TEST_STAFF_PASSWORD, name: 7 })],
      ['what is not compressed', 'application/json', Buffer.from([31, 139, 8, 0, 1])],
    ])('%s as a try', async (what, type, body) => {
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) {
        const request = testApp.http.post(PATH).set('X-Forwarded-For', address).set('Content-Type', type);
        if (what === 'what is not compressed') request.set('Content-Encoding', 'gzip');
        const { status } = await request.send(body);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(429);
      }
      const { status, headers } = await sendPassword(TEST_STAFF_PASSWORD);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    });

    it('one sender as one, however proxies spell the address', async () => {
      const spellings = [address, `${address}:5678`, `::ffff:${address}`, `[::ffff:${address}]:80`, `${address}:1`];
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) {
        await sendPassword('wrong', spellings[i % spellings.length]).expect(401);
      }
      await sendPassword('wrong', address).expect(429);
    });

    it('an IPv6 network as one sender, and the networks around it', async () => {
      await lockSubnet('1');
      await sendPassword('wrong', '[2001:db8:0:1:ffff::9]:99').expect(429);
      for (const subnet of ['2', '3', '4']) await lockSubnet(subnet);
      await sendPassword('wrong', '2001:db8:0:5::1').expect(429);
      for (let i = 1; i < 4; i++) for (let j = 0; j < 4; j++) await lockSubnet(`${i}0${j}`);
      await sendPassword('wrong', '2001:db8:0:900::1').expect(429);
      await sendPassword('wrong', '2001:db8:1:900::1').expect(401);
    });

    it('all strangers together, and shuts out no browser that was staff before', async () => {
      const producer = await signedIn();
      for (let tried = 0; tried < STAFF_WRONG_TRIES_OF_ALL; tried += STAFF_WRONG_TRIES) {
        await lock(Math.min(STAFF_WRONG_TRIES, STAFF_WRONG_TRIES_OF_ALL - tried), `198.18.1.${tried}`);
      }
      try {
        const { headers } = await sendPassword(TEST_STAFF_PASSWORD, '198.18.2.1').expect(429);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(STAFF_WRONG_TRIES_WINDOW_MS / 1000);
        await producer
          .post(PATH)
          .set('X-Forwarded-For', '198.18.1.1')
          .send({ password: TEST_STAFF_PASSWORD })
          .expect(201);
      } finally {
        // What a server remembers of a spent limit outlives the removal of its row.
        await testApp.restart();
      }
    });

    it('a browser that was staff before by itself, and no stranger or colleague beside it', async () => {
      const [producer, colleague] = [await signedIn(), await signedIn()];
      const send = (password: string) => producer.post(PATH).set('X-Forwarded-For', address).send({ password });
      await producer.delete(PATH).expect(204);
      await lock();
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) await send('wrong').expect(401);
      await send(TEST_STAFF_PASSWORD).expect(429);
      await sendPassword('wrong', '203.0.113.250').expect(401);
      await colleague.post(PATH).set('X-Forwarded-For', address).send({ password: TEST_STAFF_PASSWORD }).expect(201);
    });

    it('a made-up browser as a stranger', async () => {
      await lock();
      const cookie = `staff_browser=${'A'.repeat(43)}`;
      await sendPassword(TEST_STAFF_PASSWORD).set('Cookie', cookie).expect(429);
    });

    it('on over a restart, and on two servers together', async () => {
      const before = STAFF_WRONG_TRIES - 3;
      await lock(before);
      await testApp.restart();
      await using second = await startSecondServer(testApp);
      const other = () => second.http.post(PATH).set('X-Forwarded-For', address).send({ password: 'wrong' });
      await other().expect(401);
      const guesses = Array.from({ length: STAFF_WRONG_TRIES + 3 }, (_, i) =>
        i % 2 ? other() : sendPassword('wrong'),
      );
      const statuses = await Promise.all(guesses.map(async (guess) => (await guess).status));
      expect(statuses.filter((status) => status === 401)).toHaveLength(STAFF_WRONG_TRIES - before - 1);
    });

    it('this machine not, outside production', async () => {
      for (let i = 0; i <= STAFF_WRONG_TRIES; i++)
        await testApp.http.post(PATH).send({ password: 'wrong' }).expect(401);
    });

    it('no address that anyone could read', async () => {
      await lock(1);
      const rows = await testApp.dataSource.query<unknown[]>('SELECT * FROM rate_limit');
      expect(JSON.stringify(rows)).not.toContain(address);
    });
  });

  describe('records', () => {
    const actions = () =>
      testApp.dataSource.query<object[]>(
        'SELECT actor, action, producer_name AS name, subject_id AS subject FROM audit_entry WHERE id > $1 ORDER BY id',
        [last],
      );
    let last: string;
    beforeEach(async () => {
      const [row] = await testApp.dataSource.query<{ id: string }[]>(
        'SELECT coalesce(max(id), 0) AS id FROM audit_entry',
      );
      last = row!.id;
    });

    it('who signs in and out, by the name that they give', async () => {
      const browser = testApp.browser();
      const { body } = await browser.post(PATH).send({ password: TEST_STAFF_PASSWORD, name: ' Maria ' }).expect(201);
      expect(body).toMatchObject({ name: 'Maria' });
      await browser.get('/api/users').expect(200);
      await browser.delete(PATH).expect(204);
      expect(await actions()).toEqual([
        { actor: 'staff', action: 'signed_in', name: 'Maria', subject: null },
        { actor: 'staff', action: 'people_exported', name: 'Maria', subject: null },
        { actor: 'staff', action: 'signed_out', name: 'Maria', subject: null },
      ]);
    });

    it('whoever signs in, or lets nobody in', async () => {
      await refuseAudit(testApp.dataSource, async () => {
        const { headers } = await sendPassword(TEST_STAFF_PASSWORD).expect(500);
        expect(headers['set-cookie']).toBeUndefined();
      });
      expect(await countSessions()).toBe(0);
    });

    it.each([undefined, null, '', '  '])('the name %j as none', async (name) => {
      const { body } = await testApp.http.post(PATH).send({ password: TEST_STAFF_PASSWORD, name }).expect(201);
      expect(body).toMatchObject({ name: null });
    });

    it('a header in place of a session as staff without a name, also beside a session with one', async () => {
      const browser = testApp.browser();
      await browser.post(PATH).send({ password: TEST_STAFF_PASSWORD, name: 'Maria' }).expect(201);
      await browser.get('/api/users').set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(200);
      expect((await actions()).at(-1)).toMatchObject({ action: 'people_exported', name: null });
    });

    it('wrong tries and lock-outs as warnings in the log, without password and address', async () => {
      const warnings = collectWarnings(testApp);
      for (let i = 0; i <= STAFF_WRONG_TRIES; i++) await sendPassword('a guess');
      await testApp.http.post(PATH).set('X-Forwarded-For', '203.0.113.99').send('{').type('json').expect(400);
      const logged = JSON.stringify(warnings);
      expect(warnings).toHaveLength(STAFF_WRONG_TRIES + 2);
      for (const [word, times] of [
        ['"status":401', STAFF_WRONG_TRIES],
        ['"status":429', 1],
        ['"status":400', 1],
      ] as const) {
        expect(logged.split(word)).toHaveLength(times + 1);
      }
      for (const secret of ['a guess', address, '203.0.113.99']) expect(logged).not.toContain(secret);
    });

    it('wrong tries, and that they were too many, once', async () => {
      for (let i = 0; i < STAFF_WRONG_TRIES + 2; i++) await sendPassword('wrong');
      const failed = { actor: 'unknown', action: 'sign_in_failed', name: null, subject: null };
      const failures = Array.from({ length: STAFF_WRONG_TRIES }, () => failed);
      expect(await actions()).toEqual([...failures, { ...failed, action: 'sign_in_locked' }]);
    });
  });
});

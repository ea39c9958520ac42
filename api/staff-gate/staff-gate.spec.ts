import {
  STAFF_SESSION_ABSOLUTE_MS,
  STAFF_SESSION_IDLE_MS,
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_WINDOW_MS,
} from '../contract/limits.js';
import { STAFF_PASSWORD_HEADER, type StaffSession } from '../contract/staff.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../testing/test-app.js';
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
  });

  const sendPassword = (password: unknown, from = address) =>
    testApp.http.post(PATH).set('X-Forwarded-For', from).send({ password });
  const withHeader = (password: string, from = address) =>
    testApp.http.delete(PATH).set('X-Forwarded-For', from).set(STAFF_PASSWORD_HEADER, password);
  const signedIn = async () => {
    const browser = testApp.browser();
    await browser.post(PATH).send({ password: TEST_STAFF_PASSWORD }).expect(201);
    return browser;
  };
  const age = (column: string, ms: number) =>
    testApp.dataSource.query(`UPDATE staff_session SET ${column} = $1`, [new Date(Date.now() - ms)]);
  const countSessions = async () => (await testApp.dataSource.query('SELECT FROM staff_session')).length;

  it('opens a session with the right password', async () => {
    const response = await sendPassword(TEST_STAFF_PASSWORD).expect(201);
    const { expiresAt } = response.body as StaffSession;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + STAFF_SESSION_IDLE_MS - 10_000);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + STAFF_SESSION_IDLE_MS);
    const cookies = [response.headers['set-cookie']].flat();
    expect(cookies).toEqual([
      expect.stringMatching(/^staff_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
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
    await browser.delete(PATH).expect(204);
    expect(await countSessions()).toBe(0);
    await browser.get(PATH).expect(401);
  });

  it('takes the password in a header in place of a session', async () => {
    await withHeader(TEST_STAFF_PASSWORD).expect(204);
    await testApp.http.get(PATH).set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(404);
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
      const browser = testApp.browser();
      const person = { firstName: 'Anna', lastName: 'Example', email: 'anna@example.org' };
      await browser.post('/api/register').send(person).expect(201);
      await browser.get(PATH).expect(401, signedOut);
    });

    it.each([['wrong'], [''], [`${TEST_STAFF_PASSWORD} `], ['\0'], ['x'.repeat(10_000)]])(
      'the wrong password %j, without a cookie',
      async (password) => {
        const response = await sendPassword(password).expect(401, wrongPassword);
        expect(response.headers['set-cookie']).toBeUndefined();
      },
    );

    it('a password that is no text', async () => {
      for (const password of [undefined, null, 7, { $ne: '' }, [TEST_STAFF_PASSWORD]]) {
        await sendPassword(password).expect(400, { message: 'Password is required.', code: 'bad_request' });
      }
    });

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
      await age(column, ms - 1_000);
      await browser.get(PATH).expect(200);
      await age(column, ms);
      await browser.get(PATH).expect(401, signedOut);
    });

    it('everyone from an address of five wrong tries, counted over form and header', async () => {
      for (let i = 0; i < 3; i++) await sendPassword('wrong').expect(401);
      for (let i = 3; i < STAFF_WRONG_TRIES; i++) await withHeader('wrong').expect(401);
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
        expect(seconds).toBeGreaterThan(STAFF_WRONG_TRIES_WINDOW_MS / 1000 - 10);
        expect(seconds).toBeLessThanOrEqual(STAFF_WRONG_TRIES_WINDOW_MS / 1000);
      }
      await sendPassword(TEST_STAFF_PASSWORD, '198.51.100.1').expect(201);
    });

    it('the sixth of many guesses that come all at once', async () => {
      const guesses = Array.from({ length: 12 }, () => sendPassword('wrong'));
      const statuses = await Promise.all(guesses.map(async (guess) => (await guess).status));
      expect(statuses.filter((status) => status === 401)).toHaveLength(STAFF_WRONG_TRIES);
      expect(statuses.filter((status) => status === 429)).toHaveLength(12 - STAFF_WRONG_TRIES);
    });

    it('sessions of a password that was changed', async () => {
      const { headers } = await sendPassword(TEST_STAFF_PASSWORD).expect(201);
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      await testApp.http.get(PATH).set('Cookie', cookie).expect(200);
      Object.assign(testApp.config, { staffPassword: 'another password' });
      await testApp.restart();
      await testApp.http.get(PATH).set('Cookie', cookie).expect(401);
      Object.assign(testApp.config, { staffPassword: TEST_STAFF_PASSWORD });
      await testApp.restart();
    });
  });
});

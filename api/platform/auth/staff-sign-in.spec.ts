import {
  SIGN_IN_MAILS_MAX,
  STAFF_LINK_MAX_AGE_MS,
  STAFF_SIGN_IN_CALLS_PER_HOUR,
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_OF_ALL,
} from '../../contract/common/limits.js';
import {
  STAFF_LINK_FRAGMENT,
  STAFF_LINK_PATH,
  STAFF_PASSWORD_HEADER,
  type StaffSession,
} from '../../contract/staff/staff.js';
import { STAFF_LINK_SENT } from '../../contract/common/wordings.js';
import {
  type Browser,
  AccountsApp,
  CHANGES,
  IDA,
  listProducers,
  newestEntries,
  ORIGIN,
  SESSION,
  statuses,
  use,
} from '../../testing/accounts-app.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { TEST_STAFF_PASSWORD } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { StaffSignIn } from './staff-sign-in.service.js';

describe('signing in as a producer', () => {
  let site: AccountsApp;

  beforeAll(async () => {
    site = await AccountsApp.start();
  });
  afterAll(() => site[Symbol.asyncDispose]());
  beforeEach(() => site.begin());

  it('refuse by name what a call does not know', async () => {
    const browser = await site.signIn();
    for (const [method, path] of CHANGES) {
      const call = browser[method](path).set('X-Forwarded-For', site.address);
      const { status, body } = await call.send({ surprise: 1 });
      expect([path, status, body]).toEqual([path, 400, expect.objectContaining({ code: 'unknown_field' })]);
    }
  });

  describe('the shared password', () => {
    it('opens nothing, by the form and in the header, in the words of a wrong one', async () => {
      const refusal = { message: 'Invalid password', code: 'wrong_password' };
      const form = await site.testApp.http
        .post(SESSION)
        .send({ password: TEST_STAFF_PASSWORD, name: 'Ida' })
        .expect(401);
      expect(form.body).toEqual(refusal);
      expect(form.headers['set-cookie']).toBeUndefined();
      const header = await site.testApp.http.get('/api/admin/users').set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD);
      expect({ status: header.status, body: header.body as object }).toEqual({ status: 401, body: refusal });
      const browser = await site.signIn();
      await browser.get('/api/admin/users').set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(401);
      await browser.get('/api/admin/users').expect(200);
    });

    it('has its tries counted as ever', async () => {
      const send = () =>
        site.testApp.http.post(SESSION).set('X-Forwarded-For', site.address).send({ password: TEST_STAFF_PASSWORD });
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) await send().expect(401);
      await send().expect(429);
      // Nobody is kept out by that who has an account.
      await site.ask(IDA, site.address).expect(202);
    });

    it('goes, as the start advises, and signs nobody out who has an account', async () => {
      const { config } = site.testApp;
      const { headers } = await use(site.testApp.browser(), await site.link(IDA)).expect(200);
      const cookies = [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!);
      Object.assign(config, { staffPassword: null });
      try {
        await site.testApp.restart();
        await site.testApp.http.get('/api/admin/users').set('Cookie', cookies).expect(200);
      } finally {
        Object.assign(config, { staffPassword: TEST_STAFF_PASSWORD });
        await site.testApp.restart();
      }
    });
  });

  describe('a mailed link', () => {
    it('signs in once, and leads where one wanted to be', async () => {
      const token = await site.link(IDA, 'admin3');
      const [mail] = site.mailServer.received;
      expect(mail!.to).toEqual([IDA]);
      expect(mail!.content.text).toContain(`${ORIGIN}${STAFF_LINK_PATH}${STAFF_LINK_FRAGMENT}${token}\n`);
      expect(mail!.content.text).toContain('within 15 minutes');
      const browser = site.testApp.browser();
      const opened = await use(browser, token).expect(200);
      expect(opened.body).toEqual({
        expiresAt: expect.any(String) as string,
        expiresInSeconds: expect.any(Number) as number,
        name: 'Ida',
        page: 'admin3',
      });
      expect(opened.headers['cache-control']).toBe('private, no-store');
      expect([opened.headers['set-cookie']].flat()).toEqual([
        expect.stringMatching(/^staff_browser=[\w-]{43}; .*HttpOnly; SameSite=Strict$/),
        expect.stringMatching(/^staff_session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
      ]);
      expect(((await browser.get(SESSION).expect(200)).body as StaffSession).name).toBe('Ida');
      expect(await newestEntries(browser)).toEqual([{ producer: 'Ida', action: 'signed_in_by_link', subject: 'gate' }]);
      expect((await listProducers(browser))[0]).toMatchObject({
        name: 'Ida',
        isYou: true,
        lastSignedInAt: expect.any(String) as string,
      });
      const twice = await use(site.testApp.browser(), token).expect(410);
      expect(twice.body).toMatchObject({ code: 'link_expired' });
      expect(await site.query('SELECT FROM staff_link')).toEqual([]);
    });

    it('is kept as a hash alone', async () => {
      const token = await site.link();
      const kept = await site.query<{ hash: Buffer }>('SELECT token_hash AS hash FROM staff_link');
      expect(kept[0]!.hash).toHaveLength(32);
      expect(kept[0]!.hash.toString('base64url')).not.toBe(token);
    });

    it('opens one session of two who use it at once', async () => {
      const token = await site.link();
      await using release = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM staff_account FOR UPDATE'),
      );
      const uses = Promise.all([use(site.testApp.browser(), token), use(site.testApp.browser(), token)]);
      await untilBlocked(site.testApp.dataSource, 2);
      await release();
      expect(statuses(await uses)).toEqual([200, 410]);
      expect(await site.query('SELECT FROM staff_session')).toHaveLength(1);
    });

    it('works for a quarter of an hour', async () => {
      const token = await site.link();
      await site.query('UPDATE staff_link SET created_at = $1', [new Date(Date.now() - STAFF_LINK_MAX_AGE_MS)]);
      await use(site.testApp.browser(), token).expect(410);
      await site.query('UPDATE staff_link SET created_at = $1', [
        new Date(Date.now() - STAFF_LINK_MAX_AGE_MS + 60_000),
      ]);
      await use(site.testApp.browser(), token).expect(200);
    });

    it('of a producer who was removed opens nothing', async () => {
      const token = await site.link();
      await site.accounts().removeByEmail(IDA);
      await use(site.testApp.browser(), token).expect(410);
    });

    it('is used by no look at it, as programs do that read mails', async () => {
      await site.link();
      await site.testApp.http.get(`${SESSION}/link/use`).expect(404);
      expect(await site.query('SELECT FROM staff_link')).toHaveLength(1);
    });

    it.each(['//example.org', 'https://example.org', '/admin', 'admin5', 'admin-link', ''])(
      'never leads to %j',
      async (page) => {
        await site.ask(IDA, site.address, page).expect(400);
        expect(await site.query('SELECT FROM staff_link')).toEqual([]);
      },
    );

    it('is asked for in the same words whether somebody is a producer or not', async () => {
      const answers = [await site.ask(IDA), await site.ask('nobody@example.org'), await site.ask(' IDA@Example.ORG ')];
      for (const { status, body } of answers) {
        expect({ status, body: body as object }).toEqual({ status: 202, body: { message: STAFF_LINK_SENT } });
      }
      const told = answers.map(({ headers }) => Object.keys(headers as object).toSorted());
      expect(told[1]).toEqual(told[0]);
      await site.mailed();
      expect(site.mailServer.received.map(({ to }) => to)).toEqual([[IDA], [IDA]]);
    });

    it('is asked for in no longer time where there is a mail to send', async () => {
      site.mailServer.hang(true);
      try {
        await site.ask(IDA).expect(202);
        await until(() => Promise.resolve(site.mailServer.waiting === 1));
      } finally {
        site.mailServer.hang(false);
      }
      await site.mailed();
    });

    it('that could not be mailed is told by nothing', async () => {
      site.mailServer.refuseAll(true);
      try {
        await site.ask(IDA).expect(202);
        await site.mailed();
      } finally {
        site.mailServer.refuseAll(false);
      }
    });
  });

  it('is not kept from a browser that is known here by strangers behind the same address', async () => {
    const browser = await site.signIn();
    const wrong = (from: Pick<Browser, 'post'>) =>
      from.post(`${SESSION}/link/use`).set('X-Forwarded-For', site.address).send({ token: 'wrong' });
    for (let i = 0; i < STAFF_SIGN_IN_CALLS_PER_HOUR; i++) await wrong(site.testApp.http).expect(410);
    await wrong(site.testApp.http).expect(429);
    for (let i = 0; i < STAFF_SIGN_IN_CALLS_PER_HOUR; i++) await wrong(browser).expect(410);
    const refused = await wrong(browser).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
  });

  // What is spent is remembered for seconds: each of these asks for a mailbox of its own, and the last spends what is of all.
  describe('links', () => {
    it('go to one mailbox so often in a day, and are refused as often for one that nobody has', async () => {
      const email = 'greta@example.org';
      await site.add('Greta', email);
      site.mailServer.received.length = 0;
      for (const each of [email, 'nobody@example.org']) {
        for (let i = 0; i < SIGN_IN_MAILS_MAX; i++) await site.ask(each, site.elsewhere()).expect(202);
        const refused = await site.ask(each.toUpperCase(), site.address).expect(429);
        expect(refused.body).toMatchObject({ code: 'too_many_mails' });
        expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      }
      await site.mailed();
      expect(site.mailServer.received).toHaveLength(SIGN_IN_MAILS_MAX);
    });

    it('come to whoever signed in in this browser before, however often others have asked', async () => {
      const email = 'hanna@example.org';
      await site.add('Hanna', email);
      const browser = await site.signIn(email);
      await browser.delete(SESSION).expect(204);
      for (let i = 1; i < SIGN_IN_MAILS_MAX; i++) await site.ask(email, site.elsewhere()).expect(202);
      await site.ask(email, site.address).expect(429);
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) await site.ask(email, browser).expect(202);
      await site.ask(email, browser).expect(429);
      // For others' mail it is a stranger like any other.
      await site.ask('otto@example.org', browser).expect(202);
    });

    it('are made by the operator, however often others have asked', async () => {
      const email = 'jana@example.org';
      await site.add('Jana', email);
      for (let i = 0; i < SIGN_IN_MAILS_MAX; i++) await site.ask(email, site.elsewhere()).expect(202);
      await site.mailed();
      site.mailServer.received.length = 0;
      const signIn = site.testApp.app.get(StaffSignIn, { strict: false });
      expect(await signIn.makeLink('nobody@example.org')).toBeNull();
      const [address, token] = (await signIn.makeLink('Jana@Example.org'))!.split(STAFF_LINK_FRAGMENT) as [
        string,
        string,
      ];
      expect(address).toBe(`${ORIGIN}${STAFF_LINK_PATH}`);
      expect(site.mailServer.received).toEqual([]);
      const browser = site.testApp.browser();
      await use(browser, token).expect(200);
      expect(await newestEntries(browser, 2)).toEqual([
        { producer: 'Jana', action: 'signed_in_by_link', subject: 'gate' },
        { producer: null, action: 'producer_link_made', subject: 'producer' },
      ]);
    });

    it('are asked for by all strangers together so often', async () => {
      for (let i = 0; i < STAFF_WRONG_TRIES_OF_ALL; i++) {
        await site.ask(`nobody${i}@example.org`, `2001:db8:${i}::1`).expect(202);
      }
      await site.ask('someone@example.org', '2001:db8:ffff::1').expect(429);
    });
  });
});

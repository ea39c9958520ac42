import { randomUUID } from 'node:crypto';
import type { AuditPage } from '../../contract/audit.js';
import {
  PASSKEY_CHALLENGE_MAX_AGE_MS,
  PASSKEYS_MAX,
  SIGN_IN_MAILS_MAX,
  STAFF_LINK_MAX_AGE_MS,
  STAFF_WRONG_TRIES,
  STAFF_WRONG_TRIES_OF_ALL,
} from '../../contract/limits.js';
import {
  type Passkey,
  type Producer,
  STAFF_LINK_FRAGMENT,
  STAFF_LINK_PATH,
  STAFF_PASSWORD_HEADER,
  type StaffSession,
} from '../../contract/staff.js';
import { STAFF_LINK_SENT } from '../../contract/wordings.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { type MailServer, startMailServer } from '../../testing/mail-server.js';
import { PasskeyDevice } from '../../testing/passkey-device.js';
import { startSecondServer } from '../../testing/second-server.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { hashToken, newToken } from './opaque-token.js';
import { StaffAccounts } from './staff-accounts.service.js';
import { StaffSignIn } from './staff-sign-in.service.js';

const SESSION = '/api/admin/session';
const IDA = 'ida@example.org';
const ORIGIN = 'http://localhost:3000';

type Browser = ReturnType<TestApp['browser']>;

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

const use = (browser: Pick<Browser, 'post'>, token: string) => browser.post(`${SESSION}/link/use`).send({ token });

const list = async (browser: Browser) => (await browser.get('/api/admin/producers').expect(200)).body as Producer[];

const newest = async (browser: Browser, count = 1) =>
  ((await browser.get('/api/admin/audit').expect(200)).body as AuditPage).entries
    .slice(0, count)
    .map(({ producer, action, subject }) => ({ producer, action, subject: subject.type }));

const makePasskey = async (browser: Browser, device = new PasskeyDevice(), label = 'Laptop') => {
  const { body: options } = await browser.post('/api/admin/passkeys/options').expect(200);
  const response = device.make(options as PublicKeyCredentialCreationOptionsJSON, ORIGIN);
  const added = await browser.post('/api/admin/passkeys').send({ response, label });
  return { device, added, passkey: added.body as Passkey, response };
};
const userHandle = (device: PasskeyDevice) => (device as unknown as { userHandle: string }).userHandle;
const cookies = (all: unknown) => [all].flat().map((cookie) => String(cookie).split(';')[0]!);

/** Calls that change something. */
const CHANGES: ['post' | 'delete', string][] = [
  ['post', '/api/admin/producers'],
  ['delete', `/api/admin/producers/${randomUUID()}`],
  ['post', '/api/admin/passkeys/options'],
  ['post', '/api/admin/passkeys'],
  ['delete', `/api/admin/passkeys/${randomUUID()}`],
  ['post', `${SESSION}/link`],
  ['post', `${SESSION}/link/use`],
  ['post', `${SESSION}/passkey/options`],
  ['post', `${SESSION}/passkey`],
];

describe('accounts of producers', () => {
  let mailServer: MailServer;
  let testApp: TestApp;
  let addresses = 0;
  let address: string;

  beforeAll(async () => {
    mailServer = await startMailServer();
    const env = { STAFF_ACCOUNTS: '1', TRUST_PROXY: '1', SMTP_URL: mailServer.url };
    testApp = await createTestApp(env);
  });
  afterAll(async () => {
    await testApp.close();
    await mailServer[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    address = `203.0.113.${++addresses}`;
    await query('DELETE FROM staff_account');
    await query('DELETE FROM passkey_challenge');
    await query('DELETE FROM rate_limit');
    mailServer.received.length = 0;
    await add('Ida', IDA);
    mailServer.received.length = 0;
  });

  const query = <Row = object>(sql: string, values: unknown[] = []) => testApp.dataSource.query<Row[]>(sql, values);
  const accounts = () => testApp.app.get(StaffAccounts, { strict: false });
  const add = (name: string, email: string) => accounts().add({ name, email }, null);
  const ask = (email = IDA, from: string | Browser = address, page = 'admin') =>
    typeof from === 'string'
      ? testApp.http.post(`${SESSION}/link`).set('X-Forwarded-For', from).send({ email, page })
      : from.post(`${SESSION}/link`).set('X-Forwarded-For', address).send({ email, page });
  /** Mails go once the answer has gone. */
  const mailed = () => testApp.app.get(StaffSignIn, { strict: false }).beforeApplicationShutdown();
  const tokens = () =>
    mailServer.received.map(({ content }) => content.text!.split(STAFF_LINK_FRAGMENT)[1]?.split('\n')[0] ?? '');
  const link = async (email = IDA, page = 'admin') => {
    const before = tokens().length;
    await ask(email, `198.51.100.${++addresses % 250}`, page).expect(202);
    await mailed();
    expect(tokens()).toHaveLength(before + 1);
    return tokens().at(-1)!;
  };
  const signIn = async (email = IDA) => {
    const browser = testApp.browser();
    await use(browser, await link(email)).expect(200);
    return browser;
  };
  const challenge = async () => {
    const { body } = await testApp.http.post(`${SESSION}/passkey/options`).expect(200);
    return (body as PublicKeyCredentialRequestOptionsJSON).challenge;
  };
  const usePasskey = (response: object, browser: Pick<Browser, 'post'> = testApp.http) =>
    browser.post(`${SESSION}/passkey`).send({ response });

  it('refuse by name what a call does not know', async () => {
    const browser = await signIn();
    for (const [method, path] of CHANGES) {
      const call = browser[method](path).set('X-Forwarded-For', address);
      const { status, body } = await call.send({ surprise: 1 });
      expect([path, status, body]).toEqual([path, 400, expect.objectContaining({ code: 'unknown_field' })]);
    }
  });

  describe('the shared password', () => {
    it('opens nothing, by the form and in the header, in the words of a wrong one', async () => {
      const refusal = { message: 'Invalid password', code: 'wrong_password' };
      const form = await testApp.http.post(SESSION).send({ password: TEST_STAFF_PASSWORD, name: 'Ida' }).expect(401);
      expect(form.body).toEqual(refusal);
      expect(form.headers['set-cookie']).toBeUndefined();
      const header = await testApp.http.get('/api/admin/users').set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD);
      expect({ status: header.status, body: header.body as object }).toEqual({ status: 401, body: refusal });
      const browser = await signIn();
      await browser.get('/api/admin/users').set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD).expect(401);
      await browser.get('/api/admin/users').expect(200);
    });

    it('has its tries counted as ever', async () => {
      const send = () =>
        testApp.http.post(SESSION).set('X-Forwarded-For', address).send({ password: TEST_STAFF_PASSWORD });
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) await send().expect(401);
      await send().expect(429);
      // Nobody is kept out by that who has an account.
      await ask(IDA, address).expect(202);
    });
  });

  describe('a mailed link', () => {
    it('signs in once, and leads where one wanted to be', async () => {
      const token = await link(IDA, 'admin3');
      const [mail] = mailServer.received;
      expect(mail!.to).toEqual([IDA]);
      expect(mail!.content.text).toContain(`${ORIGIN}${STAFF_LINK_PATH}${STAFF_LINK_FRAGMENT}${token}\n`);
      expect(mail!.content.text).toContain('within 15 minutes');
      const browser = testApp.browser();
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
      expect(await newest(browser)).toEqual([{ producer: 'Ida', action: 'signed_in_by_link', subject: 'gate' }]);
      expect((await list(browser))[0]).toMatchObject({
        name: 'Ida',
        isYou: true,
        lastSignedInAt: expect.any(String) as string,
      });
      const twice = await use(testApp.browser(), token).expect(410);
      expect(twice.body).toMatchObject({ code: 'link_expired' });
      expect(await query('SELECT FROM staff_link')).toEqual([]);
    });

    it('is kept as a hash alone', async () => {
      const token = await link();
      const kept = await query<{ hash: Buffer }>('SELECT token_hash AS hash FROM staff_link');
      expect(kept[0]!.hash).toHaveLength(32);
      expect(kept[0]!.hash.toString('base64url')).not.toBe(token);
    });

    it('opens one session of two who use it at once', async () => {
      const token = await link();
      await using release = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM staff_account FOR UPDATE'),
      );
      const uses = Promise.all([use(testApp.browser(), token), use(testApp.browser(), token)]);
      await untilBlocked(testApp.dataSource, 2);
      await release();
      expect(statuses(await uses)).toEqual([200, 410]);
      expect(await query('SELECT FROM staff_session')).toHaveLength(1);
    });

    it('works for a quarter of an hour', async () => {
      const token = await link();
      await query('UPDATE staff_link SET created_at = $1', [new Date(Date.now() - STAFF_LINK_MAX_AGE_MS)]);
      await use(testApp.browser(), token).expect(410);
      await query('UPDATE staff_link SET created_at = $1', [new Date(Date.now() - STAFF_LINK_MAX_AGE_MS + 60_000)]);
      await use(testApp.browser(), token).expect(200);
    });

    it('of a producer who was removed opens nothing', async () => {
      const token = await link();
      await accounts().removeByEmail(IDA);
      await use(testApp.browser(), token).expect(410);
    });

    it('is used by no look at it, as programs do that read mails', async () => {
      await link();
      await testApp.http.get(`${SESSION}/link/use`).expect(404);
      expect(await query('SELECT FROM staff_link')).toHaveLength(1);
    });

    it.each(['//example.org', 'https://example.org', '/admin', 'admin5', 'admin-link', ''])(
      'never leads to %j',
      async (page) => {
        await ask(IDA, address, page).expect(400);
        expect(await query('SELECT FROM staff_link')).toEqual([]);
      },
    );

    it('is asked for in the same words whether somebody is a producer or not', async () => {
      const answers = [await ask(IDA), await ask('nobody@example.org'), await ask(' IDA@Example.ORG ')];
      for (const { status, body } of answers) {
        expect({ status, body: body as object }).toEqual({ status: 202, body: { message: STAFF_LINK_SENT } });
      }
      const told = answers.map(({ headers }) => Object.keys(headers as object).toSorted());
      expect(told[1]).toEqual(told[0]);
      await mailed();
      expect(mailServer.received.map(({ to }) => to)).toEqual([[IDA], [IDA]]);
    });

    it('is asked for in no longer time where there is a mail to send', async () => {
      mailServer.hang(true);
      try {
        await ask(IDA).expect(202);
        await until(() => Promise.resolve(mailServer.waiting === 1));
      } finally {
        mailServer.hang(false);
      }
      await mailed();
    });

    it('that could not be mailed is told by nothing', async () => {
      mailServer.refuseAll(true);
      try {
        await ask(IDA).expect(202);
        await mailed();
      } finally {
        mailServer.refuseAll(false);
      }
    });
  });

  describe('a passkey', () => {
    it('may be asked for by the pages of this site alone', async () => {
      const { headers } = await testApp.http.get('/admin');
      const policy = (headers as Record<string, string>)['permissions-policy'];
      expect(policy).toContain('publickey-credentials-create=(self), publickey-credentials-get=(self)');
    });

    it('is added by a producer and signs in with one press', async () => {
      const browser = await signIn();
      const { body } = await browser.post('/api/admin/passkeys/options').expect(200);
      expect(body).toMatchObject({
        rp: { id: 'localhost' },
        user: { name: IDA, displayName: 'Ida' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      });
      const { device, added, passkey } = await makePasskey(browser);
      expect(added.status).toBe(201);
      expect(passkey).toEqual({
        id: expect.any(String) as string,
        label: 'Laptop',
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
      });
      expect(await newest(browser)).toEqual([{ producer: 'Ida', action: 'passkey_added', subject: 'producer' }]);
      const other = testApp.browser();
      const options = (await other.post(`${SESSION}/passkey/options`).expect(200)).body as object;
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(options).not.toHaveProperty('allowCredentials');
      const signed = device.sign({ origin: ORIGIN, challenge: (options as { challenge: string }).challenge });
      expect((await usePasskey(signed, other).expect(200)).body).toMatchObject({ name: 'Ida' });
      expect(await newest(other)).toEqual([{ producer: 'Ida', action: 'signed_in_by_passkey', subject: 'gate' }]);
      const passkeys = (await other.get('/api/admin/passkeys').expect(200)).body as Passkey[];
      expect(passkeys).toEqual([{ ...passkey, lastUsedAt: expect.any(String) as string }]);
    });

    it.each<[string, (device: PasskeyDevice, challenge: string) => AuthenticationResponseJSON]>([
      ['another page', (device, asked) => device.sign({ origin: 'https://example.org', challenge: asked })],
      ['another port', (device, asked) => device.sign({ origin: 'http://localhost:3001', challenge: asked })],
      ['a challenge of its own', (device) => device.sign({ origin: ORIGIN, challenge: 'bWFkZSB1cA' })],
      [
        'nobody who was seen',
        (device, asked) => device.sign({ origin: ORIGIN, challenge: asked, isUserVerified: false }),
      ],
      [
        'another account',
        (device, asked) => device.sign({ origin: ORIGIN, challenge: asked }, 'AAAAAAAAAAAAAAAAAAAAAA'),
      ],
      ['no account', (device, asked) => device.sign({ origin: ORIGIN, challenge: asked }, '')],
    ])('opens nothing for %s', async (_whom, answer) => {
      const { device } = await makePasskey(await signIn());
      const before = await query('SELECT FROM staff_session');
      const refused = await usePasskey(answer(device, await challenge())).expect(401);
      expect(refused.body).toMatchObject({ code: 'passkey_refused' });
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(await query('SELECT FROM staff_session')).toHaveLength(before.length);
      await usePasskey(device.sign({ origin: ORIGIN, challenge: await challenge() })).expect(200);
    });

    it('of another site, or that nobody knows, opens nothing', async () => {
      const { device } = await makePasskey(await signIn());
      const elsewhere = new PasskeyDevice('example.org');
      Object.assign(elsewhere, { id: device.id });
      await usePasskey(elsewhere.sign({ origin: ORIGIN, challenge: await challenge() }, userHandle(device))).expect(
        401,
      );
      await usePasskey(new PasskeyDevice().sign({ origin: ORIGIN, challenge: await challenge() })).expect(401);
    });

    it('signs each challenge once, also of two at once, and within five minutes', async () => {
      const { device } = await makePasskey(await signIn());
      const signed = device.sign({ origin: ORIGIN, challenge: await challenge() });
      const answers = await Promise.all([usePasskey(signed), usePasskey(signed)]);
      expect(statuses(answers)).toEqual([200, 401]);
      await usePasskey(signed).expect(401);
      const late = device.sign({ origin: ORIGIN, challenge: await challenge() });
      const past = new Date(Date.now() - PASSKEY_CHALLENGE_MAX_AGE_MS);
      await query('UPDATE passkey_challenge SET created_at = $1', [past]);
      await usePasskey(late).expect(401);
    });

    it('uses its challenge up also where it is refused', async () => {
      const { device } = await makePasskey(await signIn());
      const asked = await challenge();
      await usePasskey(device.sign({ origin: 'https://example.org', challenge: asked })).expect(401);
      await usePasskey(device.sign({ origin: ORIGIN, challenge: asked })).expect(401);
    });

    it('that counts no further than it did is a copy, also of two at once', async () => {
      const { device } = await makePasskey(await signIn());
      const [first, second] = [await challenge(), await challenge()];
      const one = device.sign({ origin: ORIGIN, challenge: first });
      device.counter--;
      const copy = device.sign({ origin: ORIGIN, challenge: second });
      const answers = await Promise.all([usePasskey(one), usePasskey(copy)]);
      expect(statuses(answers)).toEqual([200, 401]);
      device.counter -= 2;
      await usePasskey(device.sign({ origin: ORIGIN, challenge: await challenge() })).expect(401);
    });

    it('is not signed in with by what was asked to add one, nor the other way round', async () => {
      const browser = await signIn();
      const { device } = await makePasskey(browser);
      const { body } = await browser.post('/api/admin/passkeys/options').expect(200);
      const toAdd = body as PublicKeyCredentialCreationOptionsJSON;
      await usePasskey(device.sign({ origin: ORIGIN, challenge: toAdd.challenge })).expect(401);
      const response = new PasskeyDevice().make({ ...toAdd, challenge: await challenge() }, ORIGIN);
      await browser.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
    });

    it('is added by whoever was asked alone, for this site, once', async () => {
      await add('Otto', 'otto@example.org');
      const [ida, otto] = [await signIn(), await signIn('otto@example.org')];
      const { body } = await ida.post('/api/admin/passkeys/options').expect(200);
      const options = body as PublicKeyCredentialCreationOptionsJSON;
      const response = new PasskeyDevice().make(options, ORIGIN);
      await otto.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
      await ida.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(201);
      await ida.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
      const next = (await ida.post('/api/admin/passkeys/options')).body as PublicKeyCredentialCreationOptionsJSON;
      expect(next.excludeCredentials).toEqual([{ id: response.id, transports: ['internal'], type: 'public-key' }]);
      const elsewhere = new PasskeyDevice().make(next, 'https://example.org');
      await ida.post('/api/admin/passkeys').send({ response: elsewhere, label: 'A' }).expect(400);
    });

    it('that one has already is not added to another account', async () => {
      await add('Otto', 'otto@example.org');
      const { device } = await makePasskey(await signIn());
      expect((await makePasskey(await signIn('otto@example.org'), device)).added.status).toBe(400);
    });

    it('is one of so many', async () => {
      const browser = await signIn();
      for (let i = 0; i < PASSKEYS_MAX; i++) expect((await makePasskey(browser)).added.status).toBe(201);
      const { added } = await makePasskey(browser);
      expect({ status: added.status, body: added.body as object }).toMatchObject({
        status: 409,
        body: { code: 'too_many_passkeys' },
      });
    });

    it('is removed by its owner alone, and opens nothing from then on', async () => {
      await add('Otto', 'otto@example.org');
      const [ida, otto] = [await signIn(), await signIn('otto@example.org')];
      const { device, passkey } = await makePasskey(ida);
      expect((await otto.get('/api/admin/passkeys').expect(200)).body).toEqual([]);
      await otto.delete(`/api/admin/passkeys/${passkey.id}`).expect(404);
      await ida.delete('/api/admin/passkeys/nonsense').expect(404);
      const elsewhere = await signIn();
      await ida.delete(`/api/admin/passkeys/${passkey.id}`).expect(204);
      // Its device may be in other hands.
      await elsewhere.get(SESSION).expect(401);
      for (const browser of [ida, otto]) await browser.get(SESSION).expect(200);
      expect(await newest(ida)).toEqual([{ producer: 'Ida', action: 'passkey_removed', subject: 'producer' }]);
      await ida.delete(`/api/admin/passkeys/${passkey.id}`).expect(404);
      await usePasskey(device.sign({ origin: ORIGIN, challenge: await challenge() })).expect(401);
    });

    it.each<unknown>([
      {},
      { id: 7 },
      { id: 'a', response: null },
      { id: 'a', response: { clientDataJSON: 'e30' } },
      [],
    ])('is refused as %j', async (response) => {
      const { status } = await testApp.http.post(`${SESSION}/passkey`).send({ response });
      expect([400, 401]).toContain(status);
      const browser = await signIn();
      await browser.post('/api/admin/passkeys').send({ response, label: 'A' }).expect(400);
    });
  });

  describe('a producer', () => {
    it('adds another, who is told by mail and signs in', async () => {
      const ida = await signIn();
      mailServer.received.length = 0;
      const added = await ida
        .post('/api/admin/producers')
        .send({ name: ' Otto ', email: 'Otto@Example.org' })
        .expect(201);
      expect(added.body).toEqual({
        id: expect.any(String) as string,
        name: 'Otto',
        email: 'otto@example.org',
        createdAt: expect.any(String) as string,
        lastSignedInAt: null,
        isYou: false,
      });
      expect(mailServer.received.map(({ to }) => to)).toEqual([['otto@example.org']]);
      expect(mailServer.received[0]!.content.text).toContain(`${ORIGIN}/admin\n`);
      expect(await newest(ida)).toEqual([{ producer: 'Ida', action: 'producer_added', subject: 'producer' }]);
      const [{ by }] = (await query<{ by: string }>(
        `SELECT adder.email AS by FROM staff_account a JOIN staff_account adder ON adder.id = a.added_by`,
      )) as [{ by: string }];
      expect(by).toBe(IDA);
      const otto = await signIn('otto@example.org');
      expect((await list(otto)).map(({ name, isYou }) => ({ name, isYou }))).toEqual([
        { name: 'Ida', isYou: false },
        { name: 'Otto', isYou: true },
      ]);
    });

    it('is added once for one mailbox', async () => {
      const ida = await signIn();
      const again = await ida.post('/api/admin/producers').send({ name: 'Ida', email: 'IDA@example.org' }).expect(409);
      expect(again.body).toMatchObject({ code: 'already_producer' });
      const both = await Promise.all(
        ['otto@example.org', 'Otto@example.org'].map((email) =>
          ida.post('/api/admin/producers').send({ name: 'Otto', email }),
        ),
      );
      expect(statuses(both)).toEqual([201, 409]);
    });

    it('is none to whom no mail can go', async () => {
      const ida = await signIn();
      mailServer.replies.set('otto@example.org', '550 5.1.1 No such user');
      const refused = await ida.post('/api/admin/producers').send({ name: 'Otto', email: 'otto@example.org' });
      mailServer.replies.clear();
      expect({ status: refused.status, body: refused.body as object }).toMatchObject({
        status: 422,
        body: { code: 'mail_refused' },
      });
      expect((await list(ida)).map(({ name }) => name)).toEqual(['Ida']);
      expect((await newest(ida, 2)).map(({ action }) => action)).toEqual(['producer_removed', 'producer_added']);
    });

    it.each([
      { name: '', email: 'otto@example.org' },
      { name: 'x'.repeat(101), email: 'otto@example.org' },
      { name: 'Otto', email: 'no address' },
    ])('is not added as %j', async (body) => {
      const ida = await signIn();
      await ida.post('/api/admin/producers').send(body).expect(400);
    });

    it('who is removed is signed out at once, on every server, and nothing signs them in', async () => {
      await using second = await startSecondServer(testApp);
      await add('Otto', 'otto@example.org');
      const [ida, otto] = [await signIn(), await signIn('otto@example.org')];
      const { device } = await makePasskey(otto);
      const token = await link('otto@example.org');
      const { id } = (await list(ida)).find(({ name }) => name === 'Otto')!;
      await ida.delete(`/api/admin/producers/${id}`).expect(204);
      expect(await newest(ida)).toEqual([{ producer: 'Ida', action: 'producer_removed', subject: 'producer' }]);
      await otto.get('/api/admin/users').expect(401);
      await second.http.post(`${SESSION}/link/use`).send({ token }).expect(410);
      await usePasskey(device.sign({ origin: ORIGIN, challenge: await challenge() }), second.http).expect(401);
      for (const table of ['staff_session', 'staff_browser', 'passkey', 'staff_link']) {
        const left = await query(
          `SELECT FROM ${table} WHERE account_id IS DISTINCT FROM (SELECT id FROM staff_account)`,
        );
        expect({ table, left }).toEqual({ table, left: [] });
      }
      await ida.delete(`/api/admin/producers/${id}`).expect(404);
      await ida.delete('/api/admin/producers/nonsense').expect(404);
    });

    it('does not remove themselves', async () => {
      const ida = await signIn();
      const [{ id }] = (await list(ida)) as [Producer];
      const refused = await ida.delete(`/api/admin/producers/${id}`).expect(409);
      expect(refused.body).toMatchObject({ code: 'own_account' });
    });

    it('is left of two who remove each other at once', async () => {
      await add('Otto', 'otto@example.org');
      const [ida, otto] = [await signIn(), await signIn('otto@example.org')];
      const producers = await list(ida);
      const idOf = (name: string) => producers.find((each) => each.name === name)!.id;
      await using release = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM staff_account FOR UPDATE'),
      );
      const removals = Promise.all([
        ida.delete(`/api/admin/producers/${idOf('Otto')}`),
        otto.delete(`/api/admin/producers/${idOf('Ida')}`),
      ]);
      await untilBlocked(testApp.dataSource, 2);
      await release();
      expect(statuses(await removals)).toEqual([204, 401]);
      expect(await query('SELECT FROM staff_account')).toHaveLength(1);
    });

    it('who is removed while they add somebody, or a passkey, adds nobody and none', async () => {
      await add('Otto', 'otto@example.org');
      const otto = await signIn('otto@example.org');
      await using release = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query(`DELETE FROM staff_account WHERE email = 'otto@example.org'`),
      );
      const adding = Promise.all([
        otto.post('/api/admin/producers').send({ name: 'Uwe', email: 'uwe@example.org' }),
        otto.post('/api/admin/passkeys/options'),
      ]);
      await untilBlocked(testApp.dataSource, 2);
      await release();
      expect(statuses(await adding)).toEqual([401, 401]);
      expect(await query('SELECT email FROM staff_account')).toEqual([{ email: IDA }]);
    });

    it('who is removed while they sign in is not signed in', async () => {
      const token = await link();
      await using release = await holdTransaction(testApp.dataSource, (transaction) =>
        transaction.query('DELETE FROM staff_account'),
      );
      const signingIn = Promise.resolve(use(testApp.browser(), token));
      await untilBlocked(testApp.dataSource);
      await release();
      expect((await signingIn).status).toBe(410);
      expect(await query('SELECT FROM staff_session')).toEqual([]);
    });
  });

  // What is spent is remembered for seconds: each of these asks for a mailbox of its own, and the last spends what is of all.
  describe('links', () => {
    it('go to one mailbox so often in a day, and are refused as often for one that nobody has', async () => {
      const email = 'greta@example.org';
      await add('Greta', email);
      mailServer.received.length = 0;
      for (const each of [email, 'nobody@example.org']) {
        for (let i = 0; i < SIGN_IN_MAILS_MAX; i++) await ask(each, `2001:db8:${++addresses}::1`).expect(202);
        const refused = await ask(each.toUpperCase(), address).expect(429);
        expect(refused.body).toMatchObject({ code: 'too_many_mails' });
        expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      }
      await mailed();
      expect(mailServer.received).toHaveLength(SIGN_IN_MAILS_MAX);
    });

    it('come to whoever signed in in this browser before, however often others have asked', async () => {
      const email = 'hanna@example.org';
      await add('Hanna', email);
      const browser = await signIn(email);
      await browser.delete(SESSION).expect(204);
      for (let i = 1; i < SIGN_IN_MAILS_MAX; i++) await ask(email, `2001:db8:${++addresses}::1`).expect(202);
      await ask(email, address).expect(429);
      for (let i = 0; i < STAFF_WRONG_TRIES; i++) await ask(email, browser).expect(202);
      await ask(email, browser).expect(429);
      // For others' mail it is a stranger like any other.
      await ask('otto@example.org', browser).expect(202);
    });

    it('are asked for by all strangers together so often', async () => {
      for (let i = 0; i < STAFF_WRONG_TRIES_OF_ALL; i++) {
        await ask(`nobody${i}@example.org`, `2001:db8:${i}::1`).expect(202);
      }
      await ask('someone@example.org', '2001:db8:ffff::1').expect(429);
    });
  });

  it('are told of at the start, where there are none', async () => {
    const unused = 'STAFF_PASSWORD opens nothing: producers have accounts.';
    expect(await accounts().findHints()).toEqual([unused]);
    await accounts().removeByEmail(IDA);
    expect(await accounts().findHints()).toEqual([
      'There are no producers yet. Add one: npm run staff -- add EMAIL "NAME"',
      unused,
    ]);
  });
});

describe('the setting of accounts', () => {
  it('ends what was opened the other way, in both directions', async () => {
    const shared = await createTestApp();
    const connection = (shared.dataSource.options as unknown as { extra: never }).extra;
    const state = { stateDir: shared.config.stateDir, connection };
    const browser = shared.browser();
    const { headers } = await browser.post(SESSION).send({ password: TEST_STAFF_PASSWORD }).expect(201);
    const byPassword = cookies((headers as Record<string, unknown>)['set-cookie']);
    await shared.http.get(SESSION).set('Cookie', byPassword).expect(200);

    const accounts = await createTestApp({ STAFF_ACCOUNTS: '1' }, { state });
    await accounts.http.get(SESSION).set('Cookie', byPassword).expect(401);
    const service = accounts.app.get(StaffAccounts, { strict: false });
    await service.add({ name: 'Ida', email: IDA }, null);
    const token = newToken();
    await accounts.dataSource.query(
      `INSERT INTO staff_link (token_hash, account_id, page, created_at) SELECT $1, id, 'admin', now() FROM staff_account`,
      [hashToken(token)],
    );
    const used = await accounts.http.post(`${SESSION}/link/use`).send({ token }).expect(200);
    const byAccount = cookies((used.headers as Record<string, unknown>)['set-cookie']);
    await accounts.http.get(SESSION).set('Cookie', byAccount).expect(200);
    await shared.http.get(SESSION).set('Cookie', byAccount).expect(401);
    // What is nobody's account opens nothing, whatever its token.
    await accounts.dataSource.query('UPDATE staff_session SET account_id = NULL');
    await accounts.http.get(SESSION).set('Cookie', byAccount).expect(401);
    await accounts.close();
    await shared.close();
  });

  it('off leaves no route of accounts, and no page that asks for passkeys', async () => {
    const testApp = await createTestApp();
    const { headers } = await testApp.http.get('/api/health');
    expect((headers as Record<string, string>)['permissions-policy']).toContain('publickey-credentials-get=()');
    const calls: ['get' | 'post' | 'delete', string][] = [
      ['get', '/api/admin/producers'],
      ['get', '/api/admin/passkeys'],
      ...CHANGES,
    ];
    for (const [method, path] of calls) {
      const { status, body } = await testApp.staff()[method](path);
      expect({ path, status, body: body as object }).toMatchObject({
        path,
        status: 404,
        body: { code: 'no_accounts' },
      });
    }
    await testApp.close();
  });
});

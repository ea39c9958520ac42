import { CALLS_PER_HOUR, SIGN_IN_LINK_MAX_AGE_MS, SIGN_IN_MAIL_WINDOW_MS } from '../../contract/common/limits.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { SignInLinks } from './sign-in-links.service.js';

const PATH = '/api/auth/link';
const expired = {
  code: 'link_expired',
  message: 'This link does not work any more. Links work once, within one hour. Please ask for a new one.',
};

describe('a mailed link', () => {
  let testApp: TestApp;
  let people = 0;
  let addresses = 0;
  let email: string;
  let token: string;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    email = `anna-${++people}@example.org`;
    await testApp.http.post('/api/register').send({ firstName: 'Anna', lastName: 'Example', email }).expect(201);
    token = await askForLink();
  });

  async function askForLink(): Promise<string> {
    await testApp.http.post('/api/resume-interview').send({ email }).expect(200);
    return signInTokenIn((await readOutbox(testApp)).at(-1)!);
  }
  const age = (ms: number) =>
    testApp.dataSource.query(`UPDATE sign_in_link SET created_at = created_at - $1 * interval '1 ms'`, [ms]);
  const personNow = async () => {
    const [person] = await testApp.dataSource.query<[{ id: string }]>('SELECT id FROM participant WHERE email = $1', [
      email,
    ]);
    return person;
  };
  const open = (sent: unknown = token) => testApp.http.post(PATH).send({ token: sent });
  const preview = (sent: unknown = token) => testApp.http.post(`${PATH}/preview`).send({ token: sent });

  it('tells for whom it is, masked, as often as it is asked', async () => {
    const maskedEmail = 'a•••@example.org';
    for (let count = 0; count < 3; count++)
      await preview().expect(200, { maskedEmail, isSignedIn: false, isEmailProven: false });
    await open().expect(200);
  });

  it('tells whether its person is signed in already in the browser that looks', async () => {
    const [own, other] = [testApp.browser(), testApp.browser()];
    await own.post(PATH).send({ token }).expect(200);
    const person = { firstName: 'Ben', lastName: 'Example', email: `ben-${people}@example.org` };
    await other.post('/api/register').send(person).expect(201);
    token = await askForLink();
    expect((await own.post(`${PATH}/preview`).send({ token })).body).toMatchObject({ isSignedIn: true });
    expect((await other.post(`${PATH}/preview`).send({ token })).body).toMatchObject({ isSignedIn: false });
  });

  it('signs the browser in that opens it, and makes it known', async () => {
    const browser = testApp.browser();
    await browser.post(PATH).send({ token }).expect(200, { nextUrl: '/' });
    expect((await browser.get('/api/auth/user').expect(200)).body).toMatchObject({ email });
    await browser.get('/api/logout');
    await browser.post('/api/resume-interview').send({ email }).expect(200, { nextQuestionUrl: '/' });
  });

  it('leaves nothing behind, the first time, of what came without one', async () => {
    await testApp.dataSource.query(`UPDATE sign_in_link SET created_at = created_at - interval '20 minutes'`);
    const earlier = token;
    token = await askForLink();
    await open().expect(200);
    const left = await testApp.dataSource.query<object[]>(
      `SELECT (SELECT count(*)::int FROM participant_session WHERE participant_id = p.id) AS sessions,
         (SELECT count(*)::int FROM device_token WHERE participant_id = p.id) AS devices,
         (SELECT count(*)::int FROM sign_in_link WHERE participant_id = p.id AND used_at IS NULL) AS links
       FROM participant p WHERE email = $1`,
      [email],
    );
    expect(left).toEqual([{ sessions: 1, devices: 1, links: 0 }]);
    await open(earlier).expect(410, expired);
  });

  it('waits for another one of the same person, and not that one for it', async () => {
    const { id } = await personNow();
    await age(SIGN_IN_LINK_MAX_AGE_MS / 2);
    const other = await askForLink();
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
    );
    const opened = Promise.all([token, other].map(async (one) => (await open(one)).status));
    await untilBlocked(testApp.dataSource, 2);
    await commit();
    expect((await opened).toSorted((a, b) => a - b)).toEqual([200, 410]);
  });

  it('is mailed to nobody whose e-mail is not the one of the person any more', async () => {
    const { id } = await personNow();
    await age(SIGN_IN_LINK_MAX_AGE_MS / 2);
    const mails = (await readOutbox(testApp)).length;
    const mail = testApp.app.get(SignInLinks).mail({ id, email: 'earlier@example.org' }, 'interview');
    await expect(mail).rejects.toMatchObject({ status: 404, code: 'unknown_email' });
    expect(await readOutbox(testApp)).toHaveLength(mails);
  });

  it('is kept, when it works no more, for the day on which it counts', async () => {
    const { id } = await personNow();
    const kept = async () => {
      await testApp.app.get(SignInLinks).sweepOld();
      return (await testApp.dataSource.query<unknown[]>('SELECT FROM sign_in_link WHERE participant_id = $1', [id]))
        .length;
    };
    await age(SIGN_IN_MAIL_WINDOW_MS - 60_000);
    expect(await kept()).toBe(1);
    await age(60_000);
    expect(await kept()).toBe(0);
  });

  it('signs in once, also when it is opened several times at once', async () => {
    const statuses = await Promise.all([1, 2, 3].map(async () => (await open()).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
  });

  it('does nothing for programs that only look at it', async () => {
    for (const path of [PATH, `${PATH}/preview`, `${PATH}?token=${token}`]) {
      await testApp.http.get(path).expect(404);
      await testApp.http.head(path).expect(404);
    }
    await open().expect(200);
  });

  it('goes on working when another one is asked for, once the e-mail is proven', async () => {
    await open().expect(200);
    token = await askForLink();
    await testApp.dataSource.query(`UPDATE sign_in_link SET created_at = created_at - interval '11 minutes'`);
    const second = await askForLink();
    expect(second).not.toBe(token);
    await open().expect(200);
    await open(second).expect(200);
  });

  it('is in the mail alone, not in the database', async () => {
    const rows: { hash: Buffer }[] = await testApp.dataSource.query('SELECT token_hash AS hash FROM sign_in_link');
    const texts = rows.flatMap(({ hash }) => [hash.toString('latin1'), hash.toString('base64url')]);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes(token))).toEqual([]);
  });

  it('is forgotten after a day, and with its person', async () => {
    const count = async () => (await testApp.dataSource.query('SELECT FROM sign_in_link')).length;
    await testApp.dataSource.query('DELETE FROM participant WHERE email <> $1', [email]);
    expect(await count()).toBe(1);
    const links = testApp.app.get(SignInLinks, { strict: false });
    await links.sweepOld();
    expect(await count()).toBe(1);
    await age(24 * 60 * 60_000);
    await links.sweepOld();
    expect(await count()).toBe(0);
  });

  describe('refuses', () => {
    it('a second use', async () => {
      await open().expect(200);
      await open().expect(410, expired);
      await preview().expect(410, expired);
    });

    it('whoever comes an hour later', async () => {
      await age(SIGN_IN_LINK_MAX_AGE_MS - 60_000);
      await preview().expect(200);
      await age(60_000);
      await preview().expect(410, expired);
      await open().expect(410, expired);
    });

    it.each(['A'.repeat(43), '', 'x'.repeat(10_000), '\0'])('a made-up token (%#)', async (madeUp) => {
      await open(madeUp).expect(410, expired);
      await preview(madeUp).expect(410, expired);
    });

    it.each([{}, { token: null }, { token: 7 }, { token: { $ne: '' } }, { token: ['a'] }])(
      'what is no token: %j',
      async (body) => {
        const message = 'The link is not complete. Please open it from the mail again.';
        await testApp.http.post(PATH).send(body).expect(400, { message, code: 'bad_request' });
        await testApp.http.post(`${PATH}/preview`).send(body).expect(400, { message, code: 'bad_request' });
      },
    );

    it('to be pressed from the page of another site', async () => {
      await open().set('sec-fetch-site', 'cross-site').expect(403);
      await open().expect(200);
    });

    it('a flood from one address', async () => {
      const address = `203.0.113.${++addresses}`;
      for (const ask of [open, preview]) {
        for (let count = 0; count < CALLS_PER_HOUR; count++)
          await ask('made up').set('X-Forwarded-For', address).expect(410);
        await ask().set('X-Forwarded-For', address).expect(429);
      }
      // Other links are counted by themselves.
      for (const path of ['/api/help/session', '/api/consent/guardian/preview', '/api/release-link/preview']) {
        await testApp.http
          .post(path)
          .set('X-Forwarded-For', address)
          .send({ token: 'A'.repeat(43) })
          .expect(410);
      }
    });
  });
});

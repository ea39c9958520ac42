import { randomBytes, randomUUID } from 'node:crypto';
import {
  DEVICE_TOKEN_MAX_AGE_MS,
  SIGN_IN_MAIL_INTERVAL_MS,
  SIGN_IN_MAILS_MAX,
  CALLS_PER_HOUR,
} from '../../contract/common/limits.js';
import { LAST_STEP } from '../../contract/interview/steps.js';
import { areBlocked, holdTransaction } from '../../testing/hold-transaction.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';

const PATH = '/api/resume-interview';
const HOME = { nextQuestionUrl: '/' };
const SENT = { nextQuestionUrl: '/resume?sent=1' };
const DONE = { message: 'You have already completed all interview questions!' };

const setCookies = (response: { headers: Record<string, unknown> }) =>
  (response.headers['set-cookie'] ?? []) as string[];

describe('POST /api/resume-interview', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());

  const age = (table: 'sign_in_link' | 'device_token', ms: number) =>
    testApp.dataSource.query(`UPDATE ${table} SET created_at = created_at - $1 * interval '1 ms'`, [ms]);
  const mailsTo = async (email: string) =>
    (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address?.toLowerCase() === email.toLowerCase());

  let addresses = 0;

  const finishedPerson = async (isProven = true) => {
    const person = await registerPerson(testApp);
    await person.completeAll();
    await person.submit();
    if (!isProven) return person;
    await testApp.dataSource.query('UPDATE participant SET email_proven_at = now() WHERE email = $1', [person.email]);
    await testApp.dataSource.query('UPDATE device_token SET is_proven = true');
    return person;
  };

  it('goes straight on where that person is signed in', async () => {
    const { browser, resume, email } = await registerPerson(testApp);
    expect(setCookies(await resume(browser).expect(200, HOME))).toEqual([]);
    await browser.get('/api/auth/user').expect(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('opens the session again in the browser where they took a break', async () => {
    const { browser, resume, email } = await registerPerson(testApp);
    await browser.get('/api/logout').expect(302);
    await browser.get('/api/auth/user').expect(401);
    await resume(browser).expect(200, HOME);
    const { body } = await browser.get('/api/auth/user').expect(200);
    expect(body).toMatchObject({ email });
    expect(await mailsTo(email)).toEqual([]);
  });

  it('mails a link to whoever comes from elsewhere, and opens nothing', async () => {
    const { resume, email } = await registerPerson(testApp);
    const response = await resume().expect(200, SENT);
    expect(setCookies(response)).toEqual([]);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/\nhttp:\/\/localhost:3000\/#signin=[\w-]{43}\n/);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('Anna');
  });

  it('leads whoever comes from “My story” back there, also where the interview is not complete', async () => {
    const { browser, email } = await registerPerson(testApp);
    const ask = (client: Pick<TestApp['http'], 'post'>, aim = 'my-story') => client.post(PATH).send({ email, aim });
    await ask(browser).expect(200, { nextQuestionUrl: '/my-story' });
    expect(await mailsTo(email)).toEqual([]);
    await ask(testApp.http).expect(200, SENT);
    const [mail] = await mailsTo(email);
    expect(mail!.subject).toBe('Your story');
    const { body } = await browser
      .post('/api/auth/link')
      .send({ token: signInTokenIn(mail!) })
      .expect(200);
    expect(body).toEqual({ nextUrl: '/my-story' });
    await ask(testApp.http, 'elsewhere').expect(400);
  });

  it('knows the e-mail in any spelling, and writes to the one that was registered', async () => {
    const { email } = await registerPerson(testApp, `Any-Spelling-${randomUUID()}@example.org`);
    await testApp.http
      .post(PATH)
      .send({ email: ` ${email.toUpperCase()} ` })
      .expect(200, SENT);
    expect((await mailsTo(email))[0]?.to?.[0]?.address).toBe(email);
  });

  it('takes a known browser for nobody but the person who used it last', async () => {
    const [anna, bert] = [await registerPerson(testApp), await registerPerson(testApp)];
    await bert.resume(anna.browser).expect(200, SENT);
    const cleo = `cleo-${randomUUID()}@example.org`;
    await anna.browser.post('/api/register').send({ firstName: 'Cleo', lastName: 'C', email: cleo }).expect(201);
    await anna.browser.get('/api/logout');
    await anna.resume(anna.browser).expect(200, SENT);
    await anna.browser.post(PATH).send({ email: cleo }).expect(200, HOME);
  });

  it('knows a browser for 90 days', async () => {
    const { browser, resume } = await registerPerson(testApp);
    await browser.get('/api/logout');
    await age('device_token', DEVICE_TOKEN_MAX_AGE_MS - 60_000);
    await resume(browser).expect(200, HOME);
    await browser.get('/api/logout');
    await age('device_token', 60_000);
    await resume(browser).expect(200, SENT);
  });

  it('forgets a browser that is told to', async () => {
    const { browser, resume } = await registerPerson(testApp);
    const cookies = setCookies(await browser.post('/api/auth/forget-device').expect(204));
    const emptied = new Set(cookies.map((cookie) => cookie.split(';')[0]));
    expect(emptied).toEqual(new Set(['participant_session=', 'participant_device=']));
    await browser.get('/api/auth/user').expect(401);
    await resume(browser).expect(200, SENT);
    await testApp.http.post('/api/auth/forget-device').expect(204);
  });

  describe('where nothing is left to do', () => {
    it.each([
      ['has shown that the mailbox is theirs', true],
      ['has not shown yet that the mailbox is theirs', false],
    ])('says so, and mails a link to “My story” to whoever comes from elsewhere and %s', async (_who, isProven) => {
      const { resume, email } = await finishedPerson(isProven);
      expect(setCookies(await resume().expect(200, { ...DONE, isLinkSent: true }))).toEqual([]);
      const [mail, ...others] = await mailsTo(email);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('“My story”');
      const elsewhere = testApp.browser();
      const opened = await elsewhere.post('/api/auth/link').send({ token: signInTokenIn(mail!) });
      // What nobody has shown to be theirs is asked about first.
      expect([opened.status, opened.body]).toEqual([200, { nextUrl: isProven ? '/my-story' : '/' }]);
      await elsewhere.get('/api/my-story').expect(200);
    });

    it('opens the session again in the browser where they took a break, and mails nothing', async () => {
      const { browser, resume, email } = await finishedPerson();
      await browser.get('/api/logout').expect(302);
      await resume(browser).expect(200, { ...DONE, isSignedIn: true });
      expect(setCookies(await resume(browser).expect(200, { ...DONE, isSignedIn: true }))).toEqual([]);
      await browser.get('/api/my-story').expect(200);
      expect(await mailsTo(email)).toEqual([]);
    });

    it('goes on saying so where no more mails may be sent', async () => {
      const { resume, email } = await finishedPerson();
      for (const isLinkSent of [true, true, false]) await resume().expect(200, { ...DONE, isLinkSent });
      expect(await mailsTo(email)).toHaveLength(2);
    });
  });

  it('goes on while the media or a question are open', async () => {
    const [withoutMedia, withoutQuestions] = [await registerPerson(testApp), await registerPerson(testApp)];
    await withoutMedia.completeSteps(LAST_STEP);
    await withoutMedia.resume(withoutMedia.browser).expect(200, HOME);
    await withoutQuestions.completeMedia();
    await withoutQuestions.resume(withoutQuestions.browser).expect(200, HOME);
  });

  it('goes on to Submit when the media came through the public page', async () => {
    const { browser, resume, completeSteps, email } = await registerPerson(testApp);
    await completeSteps(LAST_STEP);
    const upload = testApp.http.post('/api/public/upload').field('submitterEmail', email);
    await upload.attach('file0', await sampleJpeg(), 'me.jpg').expect(201);
    await resume(browser).expect(200, HOME);
    await resume().expect(200, SENT);
  });

  it('mails one after the other to one person, so that two at once do not pass the limit', async () => {
    const { resume, email } = await registerPerson(testApp);
    // The mails of whoever came first are counted once they are stored.
    await using commit = await holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE email = $1 FOR NO KEY UPDATE', [email]);
      await transaction.query(
        `INSERT INTO sign_in_link (token_hash, participant_id, created_at)
         SELECT unnest($2::bytea[]), id, now() FROM participant WHERE email = $1`,
        [email, [randomBytes(32), randomBytes(32)]],
      );
    });
    let isAnswered = false;
    const asked = resume().then((response) => {
      isAnswered = true;
      return response;
    });
    await until(async () => isAnswered || (await areBlocked(testApp.dataSource)));
    expect(isAnswered).toBe(false);
    await commit();
    expect((await asked).status).toBe(429);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('prints the link where there is no mail server', async () => {
    const { resume } = await registerPerson(testApp);
    const printed: unknown[] = [];
    testApp.app.useLogger({ log: () => {}, error: () => {}, warn: (message) => printed.push(message) });
    await resume().expect(200, SENT);
    testApp.app.useLogger(false);
    expect(printed).toEqual([expect.stringMatching(/http:\/\/localhost:3000\/#signin=[\w-]{43}$/)]);
  });

  describe('refuses', () => {
    it('an e-mail that nobody has, and writes to nobody', async () => {
      const before = (await readOutbox(testApp)).length;
      const response = await testApp.http.post(PATH).send({ email: 'nobody@example.org' });
      expect([response.status, response.body]).toEqual([
        404,
        { message: 'No user found with that email address.', code: 'unknown_email' },
      ]);
      expect(setCookies(response)).toEqual([]);
      expect(await readOutbox(testApp)).toHaveLength(before);
    });

    it.each([
      ['no e-mail', undefined, 'Email is required.'],
      ['a blank e-mail', ' ', 'Email is required.'],
      ['what is no e-mail', 'anna', 'Please enter a valid email address.'],
      ['a list of e-mails', ['anna@example.org'], 'Email is required.'],
    ])('%s', async (_what, email, message) => {
      await testApp.http.post(PATH).send({ email }).expect(400, { message, code: 'bad_request' });
    });

    it('a third mail within ten minutes of the second, in words that say how long to wait', async () => {
      const { resume, email } = await registerPerson(testApp);
      await resume().expect(200, SENT);
      await resume().expect(200, SENT);
      await age('sign_in_link', 60_500);
      const response = await resume().expect(429);
      expect(response.body).toEqual({
        code: 'too_many_mails',
        message:
          'We have sent you a link already; please look for it in your mail, also among the unwanted. You can ask for another one in 9 minutes.',
      });
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(540);
      await age('sign_in_link', SIGN_IN_MAIL_INTERVAL_MS - 60_500);
      await resume().expect(200, SENT);
      expect(await mailsTo(email)).toHaveLength(3);
    });

    it('a sixth mail in a day, but not in the browser that is known', async () => {
      const { resume, browser } = await registerPerson(testApp);
      for (let count = 0; count < SIGN_IN_MAILS_MAX; count++) {
        await resume().expect(200, SENT);
        await age('sign_in_link', SIGN_IN_MAIL_INTERVAL_MS);
      }
      const { body } = await resume().expect(429);
      expect((body as { message: string }).message).toContain('in 24 hours.');
      await resume(browser).expect(200, HOME);
      await age('sign_in_link', 24 * 60 * 60_000);
      await resume().expect(200, SENT);
    });

    it('more mails than that, also when all are asked for at once', async () => {
      const { resume, email } = await registerPerson(testApp);
      const statuses = await Promise.all([1, 2, 3, 4, 5].map(async () => (await resume()).status));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429]);
      expect(await mailsTo(email)).toHaveLength(2);
    });

    it('a flood from one address', async () => {
      const address = `203.0.113.${++addresses}`;
      const flood = () => testApp.http.post(PATH).set('X-Forwarded-For', address).send({ email: 'a@b.org' });
      for (let count = 0; count < CALLS_PER_HOUR; count++) await flood().expect(404);
      const { body } = await flood().expect(429);
      expect(body).toMatchObject({ code: 'too_many_requests' });
    });
  });
});

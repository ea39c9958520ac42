import { REGISTRATION_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { RegisterRequest, RegisterResponse } from '../../contract/people/participants.js';
import { storySlug } from '../../contract/stories/story-slug.js';
import { REAL_ORGANISATION } from '../../testing/organisation.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

let people = 0;
let addresses = 0;
/** Someone new; `fields` may also be what a request must not contain. */
function person<Fields extends object>(fields?: Fields) {
  return {
    firstName: 'Anna',
    lastName: 'Example',
    email: `person-${++people}@example.org`,
    ...fields,
  } as RegisterRequest & Fields;
}
const setCookies = (response: { headers: Record<string, unknown> }) =>
  (response.headers['set-cookie'] ?? []) as string[];

describe('POST /api/register', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());

  const register = (body: object) => testApp.http.post('/api/register').send(body);
  const flood = (address: string) => register({}).set('X-Forwarded-For', address);
  const stored = async (email: string) => {
    const rows = await testApp.dataSource.query('SELECT * FROM participant WHERE email = $1', [email]);
    return (rows as Record<string, unknown>[])[0];
  };

  it('answers with the person and the way on', async () => {
    const body = person();
    const response = await register(body).expect(201);
    expect(response.body).toEqual({
      user: { id: expect.any(String), ...body, status: 'in_progress', photosNeeded: true },
      nextUrl: '/',
    } satisfies RegisterResponse);
  });

  it('signs in the browser that registers', async () => {
    const browser = testApp.browser();
    const body = person();
    await browser.post('/api/register').send(body).expect(201);
    const { body: user } = await browser.get('/api/auth/user').expect(200);
    expect(user).toMatchObject({ email: body.email });
  });

  it('sets the cookies of the session and of the device, which scripts cannot read', async () => {
    const attributes = '=[\\w-]{43}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax$';
    expect(setCookies(await register(person()))).toEqual([
      expect.stringMatching(`^participant_session${attributes}`),
      expect.stringMatching(`^participant_device${attributes}`),
    ]);
  });

  it('keeps no token in the database', async () => {
    const tokens = setCookies(await register(person())).map((cookie) => /=([\w-]+)/.exec(cookie)?.[1] ?? '');
    const rows: { hash: string }[] = await testApp.dataSource.query(
      `SELECT encode(token_hash, 'escape') AS hash FROM participant_session
       UNION ALL SELECT encode(token_hash, 'escape') FROM device_token`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ hash }) => tokens.some((token) => hash.includes(token)))).toEqual([]);
  });

  it('takes names of any script, as they are, without the space around them', async () => {
    for (const firstName of [
      '  Zoë ',
      '李小龍',
      'مریم\u200cسادات',
      "O'Brien-Ōé",
      '👩‍👩‍👧',
      '💙'.repeat(100),
      'x'.repeat(100),
    ]) {
      const { body } = await register(person({ firstName })).expect(201);
      expect(body.user.firstName).toBe(firstName.trim());
    }
  });

  it('counts as confirming the identity', async () => {
    const { email } = (await register(person()).expect(201)).body.user;
    const row = await stored(email);
    expect(row?.['identity_confirmed_at']).toEqual(row?.['created_at']);
    expect(row).toMatchObject({ introduction_completed_at: null, media_upload_completed_at: null });
  });

  it('keeps handles only of those who want to be tagged', async () => {
    const handles = { instagram: ' @anna ', tiktok: '' };
    const tagged = person({ tag: true, ...handles });
    const untagged = person({ tag: false, instagram: 'x'.repeat(5_000), tiktok: 7 });
    const unsaid = person(handles);
    for (const body of [tagged, untagged, unsaid]) await register(body).expect(201);
    expect(await stored(tagged.email)).toMatchObject({ tag: true, instagram: '@anna', tiktok: null });
    expect(await stored(untagged.email)).toMatchObject({ tag: false, instagram: null, tiktok: null });
    expect(await stored(unsaid.email)).toMatchObject({ tag: false, instagram: null, tiktok: null });
  });

  it('gives namesakes of one day slugs of their own, also all at once', async () => {
    await testApp.dataSource.query(`DELETE FROM participant WHERE first_name = 'Émile'`);
    const namesakes = Array.from({ length: 5 }, () => person({ firstName: 'Émile' }));
    await Promise.all(namesakes.map((body) => register(body).expect(201)));
    const rows = await Promise.all(namesakes.map(({ email }) => stored(email)));
    const createdAt = rows[0]?.['created_at'] as Date;
    const slug = storySlug('Émile', createdAt);
    const slugs = [slug, ...[2, 3, 4, 5].map((number) => `${slug}-${number}`)];
    expect(new Set(rows.map((row) => row?.['user_name']))).toEqual(new Set(slugs));
  });

  it('registers an e-mail once, also when it comes twice at once', async () => {
    const body = person();
    const statuses = await Promise.all([1, 2, 3].map(async () => (await register(body)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('ends the session that the browser had before', async () => {
    const browser = testApp.browser();
    const first = setCookies(await browser.post('/api/register').send(person()).expect(201));
    await browser.post('/api/register').send(person()).expect(201);
    await testApp.http.get('/api/auth/user').set('Cookie', first).expect(401);
    await browser.get('/api/auth/user').expect(200);
  });

  describe('refuses', () => {
    it.each([
      ['no first name', { firstName: undefined }, 'First name is required.'],
      ['a blank first name', { firstName: ' \t ' }, 'First name is required.'],
      ['a blank last name', { lastName: '' }, 'Last name is required.'],
      ['a first name that is no text', { firstName: { $ne: 1 } }, 'First name is required.'],
      [
        'a first name of 101 characters',
        { firstName: 'é'.repeat(101) },
        'First name must be at most 100 characters long.',
      ],
      ['a NUL', { lastName: 'a\0b' }, 'Last name must be readable text on one line.'],
      ['a name of two lines', { lastName: 'a\nb' }, 'Last name must be readable text on one line.'],
      ['a name that turns text around', { firstName: 'a\u202Eb' }, 'First name must be readable text on one line.'],
      ['half a character', { firstName: 'a\uD83D' }, 'First name must be readable text on one line.'],
      ['an invisible name', { firstName: '\u200D' }, 'First name must be readable text on one line.'],
      ['no e-mail', { email: '  ' }, 'Email is required.'],
      ['an e-mail without a host', { email: 'anna@' }, 'Please enter a valid email address.'],
      ['two e-mails', { email: 'a@example.org,b@example.org' }, 'Please enter a valid email address.'],
      ['a list of e-mails', { email: ['a@example.org'] }, 'Email is required.'],
      ['a long e-mail', { email: `${'a'.repeat(250)}@x.org` }, 'Email must be at most 254 characters long.'],
      ['a tag that is no tick', { tag: 'yes' }, 'Tag must be true or false.'],
      ['a long handle', { tag: true, tiktok: 'x'.repeat(101) }, 'TikTok must be at most 100 characters long.'],
    ])('%s', async (_what, fields, message) => {
      const response = await register(person(fields)).expect(400);
      expect(response.body).toEqual({ code: 'bad_request', message });
      expect(setCookies(response)).toEqual([]);
    });

    it('a body that is no object', async () => {
      await register([person()]).expect(400);
      await testApp.http.post('/api/register').type('json').send('"Anna"').expect(400);
      await testApp.http.post('/api/register').expect(400);
    });

    it('a known e-mail in any spelling, without signing anyone in', async () => {
      const known = person();
      await register({ ...known, email: known.email.toUpperCase() }).expect(201);
      const response = await register({ ...known, email: ` ${known.email} ` }).expect(409);
      expect(response.body).toEqual({
        code: 'already_registered',
        message:
          "This email is already registered. Please use the 'Resume Interview' button to continue where you left off.",
      });
      expect(setCookies(response)).toEqual([]);
    });

    it('a flood from one address, in words that say how long to wait', async () => {
      const address = `203.0.113.${++addresses}`;
      for (let i = 0; i < REGISTRATION_CALLS_PER_HOUR; i++) await flood(address).expect(400);
      const response = await flood(address).expect(429);
      expect(response.body).toEqual({
        code: 'too_many_requests',
        // The hour began with the first of these requests.
        message: expect.stringMatching(
          /^Too many requests from this address\. Please try again in (1 hour|(60|5\d) minutes)\.$/,
        ) as string,
      });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_500);
      await flood(`203.0.113.${++addresses}`).expect(400);
    });
  });
});

describe('registering with an external interview form, under https', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({
      PUBLIC_URL: 'https://stories.example.org',
      INTERVIEW_FORM_URL: 'https://forms.example.com/me?lang=en',
    });
  });
  afterAll(() => testApp.close());

  it('leads to the form with the person in the fragment', async () => {
    const own = ++people;
    const body = person({ lastName: 'O & Co', email: `anna+${own}@example.org` });
    const response = await testApp.http.post('/api/register').send(body).expect(201);
    expect(response.body.nextUrl).toBe(
      `https://forms.example.com/me?lang=en#contact_email=anna%2B${own}%40example.org&contact_name=Anna%20O%20%26%20Co`,
    );
  });

  it('ties the cookies to this host and to encrypted requests', async () => {
    const cookies = setCookies(await testApp.http.post('/api/register').send(person()));
    const attributes = '=[\\w-]{43}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax$';
    expect(cookies).toEqual([
      expect.stringMatching(`^__Host-participant_session${attributes}`),
      expect.stringMatching(`^__Host-participant_device${attributes}`),
    ]);
  });
});

describe('registering in production', () => {
  it('is limited for this machine, too', async () => {
    const production = {
      NODE_ENV: 'production',
      EMBEDDED_POSTGRES: '1',
      PUBLIC_URL: 'https://stories.example.org',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'us@example.org',
      ...REAL_ORGANISATION,
    };
    const testApp = await createTestApp(production);
    const statuses = new Set<number>();
    for (let i = 0; i <= REGISTRATION_CALLS_PER_HOUR; i++)
      statuses.add((await testApp.http.post('/api/register').send({})).status);
    expect(statuses).toEqual(new Set([400, 429]));
    await testApp.close();
  });
});

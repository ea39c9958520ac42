import type { Consent } from '../../contract/consent.js';
import { GUARDIAN_PATH } from '../../contract/consent.js';
import { PRIVACY } from '../../contract/privacy.js';
import type { Receipt } from '../../contract/receipts.js';
import { readOutbox } from '../../testing/outbox.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const { version } = PRIVACY;
type Browser = ReturnType<TestApp['browser']>;

const photo = await sampleJpeg();

const say = (browser: Browser, answer: 'yes' | 'no', of = version) =>
  browser.post('/api/consent/recording').send({ answer, version: of });
const read = async (browser: Browser) => (await browser.get('/api/consent').expect(200)).body as Consent;
const receiptsOf = async (browser: Browser) =>
  ((await browser.get('/api/consent/receipts').expect(200)).body as Receipt[]).map(
    ({ kind, actor }) => `${kind} ${actor}`,
  );
const record = (browser: Browser) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm') });
const addPhoto = (browser: Browser) =>
  browser.post('/api/photos').send({ originalName: 'a.jpg', imageData: toDataUrl(photo, 'image/jpeg') });
const startUpload = (browser: Browser) =>
  browser
    .post('/api/uploads/start')
    .send({ filename: 'a.webm', mimeType: 'video/webm', totalSize: 100, totalChunks: 1 });
const askGuardian = (browser: Browser, email = 'mother@example.org') =>
  browser.post('/api/consent/guardian').send({ email, version });

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  const tokenFor = async (address: string) => {
    const mails = (await readOutbox(testApp)).filter(({ to }) => to?.[0]?.address === address);
    const { text = '' } = mails.at(-1)!;
    return { text, token: text.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]! };
  };
  const decide = (token: string, answer: 'yes' | 'no') =>
    testApp.http.post('/api/consent/guardian/answer').send({ token, answer, version });

  it('is nothing at first, which is no yes and refuses no other client', async () => {
    const { browser } = await registerPerson(testApp);
    expect(await read(browser)).toEqual({
      recording: 'none',
      version: null,
      guardian: null,
      transcription: { service: 'words.example', isAllowed: null },
    });
    await record(browser).expect(201);
  });

  it('is given with one press, once, and leaves a receipt with the very words', async () => {
    const { browser } = await registerPerson(testApp);
    await Promise.all([say(browser, 'yes').expect(200), say(browser, 'yes').expect(200)]);
    expect(await read(browser)).toMatchObject({ recording: 'given', version });
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect(body).toMatchObject([
      { kind: 'recording_given', wordingVersion: version, wordingHash: PRIVACY.sha256, details: { isAdult: true } },
    ]);
    await record(browser).expect(201);
  });

  it.each([
    ['a no', ['no'], 'refused', 'You have said no'],
    ['a yes taken back', ['yes', 'no'], 'withdrawn', 'You have taken back your yes'],
  ] as const)('holds as %s: nothing is taken, in words', async (_what, answers, recording, words) => {
    const { browser } = await registerPerson(testApp);
    for (const answer of answers) await say(browser, answer).expect(200);
    expect(await read(browser)).toMatchObject({ recording });
    for (const call of [record, addPhoto, startUpload]) {
      const { body } = await call(browser).expect(409);
      expect(body).toEqual({ code: 'consent_missing', message: expect.stringContaining(words) as string });
    }
    await say(browser, 'yes').expect(200);
    await addPhoto(browser).expect(201);
  });

  it('refuses a yes to words that are not those of now', async () => {
    const { browser } = await registerPerson(testApp);
    await say(browser, 'yes', '2020-01-01').expect(409);
    expect(await read(browser)).toMatchObject({ recording: 'none' });
  });

  it('leaves nothing of itself when somebody is deleted', async () => {
    const { browser } = await registerPerson(testApp);
    await say(browser, 'yes').expect(200);
    const { id } = (await browser.get('/api/auth/user')).body as { id: string };
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    const rows = `SELECT FROM recording_consent WHERE participant_id = $1`;
    expect(await testApp.dataSource.query<object[]>(rows, [id])).toEqual([]);
  });

  it('has receipts as files, without the e-mail, and none of somebody else', async () => {
    const [anna, bea] = [await registerPerson(testApp), await registerPerson(testApp)];
    await say(anna.browser, 'yes').expect(200);
    const [receipt] = (await anna.browser.get('/api/consent/receipts')).body as Receipt[];
    const file = await anna.browser.get(`/api/consent/receipts/${receipt!.id}`).responseType('blob').expect(200);
    expect(file.headers['content-type']).toMatch(/^application\/ld\+json/);
    const text = (file.body as Buffer).toString();
    const document = JSON.parse(text) as Record<string, unknown>;
    expect(document).toMatchObject({
      '@type': 'dpv:ConsentReceipt',
      'dpv:hasConsentStatus': 'dpv:ConsentGiven',
      'dct:identifier': receipt!.id,
    });
    expect(text.toLowerCase()).not.toContain(anna.email.toLowerCase());
    await bea.browser.get(`/api/consent/receipts/${receipt!.id}`).expect(404);
  });

  describe('of somebody under 18', () => {
    it('is asked of a parent or guardian by mail, and nothing is taken before they say yes', async () => {
      const { browser, email } = await registerPerson(testApp);
      const { body } = await askGuardian(browser).expect(200);
      expect(body).toMatchObject({ recording: 'guardian_asked', guardian: 'm•••@example.org' });
      await record(browser).expect(409);
      const { text, token } = await tokenFor('mother@example.org');
      expect(text).not.toContain(email);
      expect(text).not.toContain('Anna');
      const preview = await testApp.http.post('/api/consent/guardian/preview').send({ token }).expect(200);
      expect(preview.body).toEqual({ maskedEmail: 'P•••@example.org', recording: 'guardian_asked' });
      await decide(token, 'yes').expect(200);
      await record(browser).expect(201);
      expect(await receiptsOf(browser)).toEqual(['guardian_asked participant', 'recording_given guardian']);
    });

    it('is taken back with the same link, and then stays a no', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'father@example.org').expect(200);
      const { token } = await tokenFor('father@example.org');
      await decide(token, 'yes').expect(200);
      await decide(token, 'no').expect(200);
      await decide(token, 'yes').expect(200);
      expect(await read(browser)).toMatchObject({ recording: 'guardian_refused' });
      await say(browser, 'yes').expect(409);
      await askGuardian(browser, 'aunt@example.org').expect(409);
      await say(browser, 'no').expect(200);
      expect(await read(browser)).toMatchObject({ recording: 'guardian_refused' });
      await record(browser).expect(409);
    });

    it('is no matter of their own any more, nor of their own e-mail', async () => {
      const { browser, email } = await registerPerson(testApp);
      await askGuardian(browser, email.toUpperCase()).expect(409);
      expect(await read(browser)).toMatchObject({ recording: 'none' });
      await askGuardian(browser, 'uncle@example.org').expect(200);
      await say(browser, 'yes').expect(409);
      await record(browser).expect(409);
    });

    it('ends the first link when another address is given', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'wrong@example.org').expect(200);
      await askGuardian(browser, 'right@example.org').expect(200);
      await decide((await tokenFor('wrong@example.org')).token, 'yes').expect(410);
      await decide((await tokenFor('right@example.org')).token, 'yes').expect(200);
      expect(await read(browser)).toMatchObject({ recording: 'given', guardian: 'r•••@example.org' });
    });
  });

  it('says by itself whether another company may turn speech into words', async () => {
    const { browser } = await registerPerson(testApp);
    const answer = (yes: 'yes' | 'no') =>
      browser.post('/api/consent/transcription').send({ answer: yes, version }).expect(200);
    expect((await answer('yes')).body).toMatchObject({ recording: 'none', transcription: { isAllowed: true } });
    expect((await answer('no')).body).toMatchObject({ transcription: { isAllowed: false } });
    expect(await receiptsOf(browser)).toEqual([
      'transcription_given participant',
      'transcription_withdrawn participant',
    ]);
  });
});

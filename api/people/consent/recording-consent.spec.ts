import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { PRIVACY, PRIVACY_VERSIONS } from '../../contract/consent/privacy.js';
import type { Receipt } from '../../contract/consent/receipts.js';
import {
  askGuardian,
  type Browser,
  idOf,
  readConsent,
  receiptsOf,
  sayRecording,
  sayTranscription,
  sayWords,
  sendPhoto,
  sendRecording,
} from '../../testing/consent.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { OwnChanges } from '../participants/own-changes.service.js';

const { version } = PRIVACY;

const startUpload = (browser: Browser) =>
  browser
    .post('/api/uploads/start')
    .send({ filename: 'a.webm', mimeType: 'video/webm', totalSize: 100, totalChunks: 1 });

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  it('is nothing at first, which is no yes and refuses no other client', async () => {
    const { browser } = await registerPerson(testApp);
    expect(await readConsent(browser)).toEqual({
      recording: 'none',
      version: null,
      guardian: null,
      transcription: { service: 'words.example', isAllowed: null },
      sound: null,
    });
    await sendRecording(browser).expect(201);
  });

  it('is given with one press, once, and leaves a receipt with the very words', async () => {
    const { browser } = await registerPerson(testApp);
    await Promise.all([sayRecording(browser, 'yes').expect(200), sayRecording(browser, 'yes').expect(200)]);
    expect(await readConsent(browser)).toMatchObject({ recording: 'given', version });
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect(body).toMatchObject([
      { kind: 'recording_given', wordingVersion: version, wordingHash: PRIVACY.sha256, details: { isAdult: true } },
    ]);
    await sendRecording(browser).expect(201);
  });

  it.each([
    ['a no', ['no'], 'refused', 'You have said no'],
    ['a yes taken back', ['yes', 'no'], 'withdrawn', 'You have taken back your yes'],
  ] as const)('holds as %s: nothing is taken, in words', async (_what, answers, recording, words) => {
    const { browser } = await registerPerson(testApp);
    for (const answer of answers) await sayRecording(browser, answer).expect(200);
    expect(await readConsent(browser)).toMatchObject({ recording });
    for (const call of [sendRecording, sendPhoto, startUpload]) {
      const { body } = await call(browser).expect(409);
      expect(body).toEqual({ code: 'consent_missing', message: expect.stringContaining(words) as string });
    }
    await sayRecording(browser, 'yes').expect(200);
    await sendPhoto(browser).expect(201);
  });

  it('holds as a no that is said while something is on its way', async () => {
    const { browser } = await registerPerson(testApp);
    await sendRecording(browser).expect(201);
    const id = await idOf(browser);
    await using commit = await holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [id]);
      await transaction.query(
        `INSERT INTO recording_consent (participant_id, state, version, changed_at) VALUES ($1, 'refused', $2, now())`,
        [id, version],
      );
    });
    const late = [
      sendRecording(browser, { questionId: 2 }),
      sendRecording(browser, { isAddition: true, videoData: toDataUrl(sampleWebm(2000), 'video/webm') }),
      sendPhoto(browser),
    ].map(async (response) => (await response).status);
    await untilBlocked(testApp.dataSource, late.length);
    await commit();
    expect(await Promise.all(late)).toEqual([409, 409, 409]);
  });

  it('changes nothing where the same no is said again', async () => {
    const { browser } = await registerPerson(testApp);
    const ledger = path.join(testApp.config.stateDir, 'ledger/withdrawals.jsonl');
    const said = async (answers: ('yes' | 'no')[]) => {
      for (const answer of answers) await sayRecording(browser, answer).expect(200);
      return { receipts: await receiptsOf(browser), lines: await readFile(ledger, 'utf8') };
    };
    expect(await said(['no'])).toEqual(await said(['no', 'no']));
    expect(await said(['yes', 'no'])).toEqual(await said(['no', 'no']));
    expect(await readConsent(browser)).toMatchObject({ recording: 'withdrawn' });
  });

  it('is taken back whichever words were read, which the receipt names; a yes is to those of now', async () => {
    const { browser } = await registerPerson(testApp);
    const [former] = PRIVACY_VERSIONS;
    const say = (about: string, answer: string) =>
      browser.post(`/api/consent/${about}`).send({ answer, version: former!.version });
    await sayRecording(browser, 'yes').expect(200);
    for (const about of ['recording', 'transcription', 'words', 'photos']) {
      expect((await say(about, 'yes').expect(409)).body).toMatchObject({ code: 'words_changed' });
      await say(about, 'no').expect(200);
    }
    const refused = { recording: 'withdrawn', words: false, photos: false };
    expect(await readConsent(browser)).toMatchObject({ ...refused, version: former!.version });
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[])[1]).toMatchObject({
      kind: 'recording_withdrawn',
      wordingVersion: former!.version,
      wordingHash: former!.sha256,
    });
  });

  it('is given so often a day, and taken back however often', async () => {
    const { browser } = await registerPerson(testApp);
    const [id, changes] = [await idOf(browser), testApp.app.get(OwnChanges)];
    await sayRecording(browser, 'yes').expect(200);
    await sayTranscription(browser, 'yes').expect(200);
    for (let n = 2; n < OWN_CHANGES_PER_DAY; n++) await changes.take(id);
    const { body } = await sayRecording(browser, 'yes').expect(429);
    expect(body).toMatchObject({ code: 'too_many_changes' });
    await sayWords(browser, 'yes').expect(429);
    await sayTranscription(browser, 'yes').expect(429);
    await askGuardian(browser, 'parent@example.org').expect(429);
    await sayRecording(browser, 'no').expect(200);
    await sayTranscription(browser, 'no').expect(200);
    expect(await readConsent(browser)).toMatchObject({ recording: 'withdrawn', transcription: { isAllowed: false } });
  });

  it('refuses a yes to words that are not those of now', async () => {
    const { browser } = await registerPerson(testApp);
    await sayRecording(browser, 'yes', '2020-01-01').expect(409);
    expect(await readConsent(browser)).toMatchObject({ recording: 'none' });
  });

  it('leaves nothing of itself when somebody is deleted', async () => {
    const { browser } = await registerPerson(testApp);
    await sayRecording(browser, 'yes').expect(200);
    const { id } = (await browser.get('/api/auth/user')).body as { id: string };
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    const rows = `SELECT FROM recording_consent WHERE participant_id = $1`;
    expect(await testApp.dataSource.query<object[]>(rows, [id])).toEqual([]);
  });

  it('has receipts as files, without the e-mail, and none of somebody else', async () => {
    const [anna, bea] = [await registerPerson(testApp), await registerPerson(testApp)];
    await sayRecording(anna.browser, 'yes').expect(200);
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

  it('says by itself whether another company may turn speech into words', async () => {
    const { browser } = await registerPerson(testApp);
    expect((await sayTranscription(browser, 'yes').expect(200)).body).toMatchObject({
      recording: 'none',
      transcription: { isAllowed: true },
    });
    expect((await sayTranscription(browser, 'no').expect(200)).body).toMatchObject({
      transcription: { isAllowed: false },
    });
    expect(await receiptsOf(browser)).toEqual([
      'transcription_given participant',
      'transcription_withdrawn participant',
    ]);
  });
});

import { jest } from '@jest/globals';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';
import { examine, type Finding, type Patient } from '../../operations/doctor/examine.js';
import type { Consent } from '../../contract/consent.js';
import { GUARDIAN_PATH } from '../../contract/consent.js';
import {
  GUARDIAN_LINK_MAX_AGE_MS,
  GUARDIAN_MAILS_MAX,
  GUARDIAN_MAILS_PER_MAILBOX,
  OWN_CHANGES_PER_DAY,
  PHOTO_MAX_BYTES,
  UPLOAD_CHUNK_BYTES,
} from '../../contract/limits.js';
import { PRIVACY } from '../../contract/privacy.js';
import type { Receipt } from '../../contract/receipts.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { crowdAt } from '../../testing/crowd.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { startMailServer } from '../../testing/mail-server.js';
import { readOutbox } from '../../testing/outbox.js';
import { signUp } from '../../testing/participants.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { OwnChanges } from '../participants/own-changes.service.js';

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
const record = (browser: Browser, fields: object = {}) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm'), ...fields });
const addPhoto = (browser: Browser) =>
  browser.post('/api/photos').send({ originalName: 'a.jpg', imageData: toDataUrl(photo, 'image/jpeg') });
const startUpload = (browser: Browser) =>
  browser
    .post('/api/uploads/start')
    .send({ filename: 'a.webm', mimeType: 'video/webm', totalSize: 100, totalChunks: 1 });
const askGuardian = (browser: Browser, email = 'mother@example.org') =>
  browser.post('/api/consent/guardian').send({ email, version });

const idOf = async (browser: Browser) => ((await browser.get('/api/auth/user')).body as { id: string }).id;
const sayTranscription = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/transcription').send({ answer, version }).expect(200);

const sayWords = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/words').send({ answer, version });
const write = (browser: Browser, text = 'I danced.', revision = 0) =>
  browser.put('/api/written-answers/1').send({ text, revision });

const sayPhotos = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/photos').send({ answer, version });
const announce = (browser: Browser, mimeType: string, totalSize = 3) =>
  browser
    .post('/api/uploads/start')
    .send({ filename: 'a', mimeType, totalSize, totalChunks: Math.ceil(totalSize / UPLOAD_CHUNK_BYTES) });

/** With a mail server. */
const outside = async () => {
  const server = await startMailServer();
  const testApp = await createTestApp({ SMTP_URL: server.url });
  const tokenIn = (address: string) => {
    const mails = server.received.filter(({ to }) => to.includes(address));
    return mails.at(-1)!.content.text!.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]!;
  };
  const end = async () => {
    await testApp.close();
    await server[Symbol.asyncDispose]();
  };
  return { server, testApp, tokenIn, [Symbol.asyncDispose]: end };
};

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  const tokenFor = async (address: string) => {
    const mails = (await readOutbox(testApp)).filter(
      ({ to, text }) => to?.[0]?.address === address && text?.includes(`${GUARDIAN_PATH}#`),
    );
    const { text = '' } = mails.at(-1)!;
    return { text, token: text.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]! };
  };
  const decide = (token: string, answer: 'yes' | 'no') =>
    testApp.http.post('/api/consent/guardian/answer').send({ token, answer, version });

  /** Changes what somebody has said in a transaction that stays open; gives what commits it. */
  const holdChange = (id: string, change: string) =>
    holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [id]);
      await transaction.query(`UPDATE recording_consent SET ${change} WHERE participant_id = $1`, [id]);
    });

  const replay = () => testApp.app.get(LedgerReplay).apply();
  /** What was said of it now was not said yet; `state` null: nothing was. */
  const goBack = async (id: string, state: 'given' | 'refused' | null) => {
    await testApp.dataSource.query('DELETE FROM recording_consent WHERE participant_id = $1', [id]);
    if (state === null) return;
    await testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at, may_transcribe)
       VALUES ($1, $2, $3, now() - interval '1 day', true)`,
      [id, state, version],
    );
  };

  it('is nothing at first, which is no yes and refuses no other client', async () => {
    const { browser } = await registerPerson(testApp);
    expect(await read(browser)).toEqual({
      recording: 'none',
      version: null,
      guardian: null,
      transcription: { service: 'words.example', isAllowed: null },
      sound: null,
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

  it('holds as a no that is said while something is on its way', async () => {
    const { browser } = await registerPerson(testApp);
    await record(browser).expect(201);
    const id = await idOf(browser);
    const commit = await holdTransaction(testApp.dataSource, async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [id]);
      await transaction.query(
        `INSERT INTO recording_consent (participant_id, state, version, changed_at) VALUES ($1, 'refused', $2, now())`,
        [id, version],
      );
    });
    const late = [
      record(browser, { questionId: 2 }),
      record(browser, { isAddition: true, videoData: toDataUrl(sampleWebm(2000), 'video/webm') }),
      addPhoto(browser),
    ].map(async (response) => (await response).status);
    await untilBlocked(testApp.dataSource, late.length);
    await commit();
    expect(await Promise.all(late)).toEqual([409, 409, 409]);
  });

  it('changes nothing where the same no is said again', async () => {
    const { browser } = await registerPerson(testApp);
    const ledger = path.join(testApp.config.stateDir, 'ledger/withdrawals.jsonl');
    const said = async (answers: ('yes' | 'no')[]) => {
      for (const answer of answers) await say(browser, answer).expect(200);
      return { receipts: await receiptsOf(browser), lines: await readFile(ledger, 'utf8') };
    };
    expect(await said(['no'])).toEqual(await said(['no', 'no']));
    expect(await said(['yes', 'no'])).toEqual(await said(['no', 'no']));
    expect(await read(browser)).toMatchObject({ recording: 'withdrawn' });
  });

  it('is given so often a day, and taken back however often', async () => {
    const { browser } = await registerPerson(testApp);
    const [id, changes] = [await idOf(browser), testApp.app.get(OwnChanges)];
    await say(browser, 'yes').expect(200);
    await sayTranscription(browser, 'yes');
    for (let n = 2; n < OWN_CHANGES_PER_DAY; n++) await changes.count(id);
    const { body } = await say(browser, 'yes').expect(429);
    expect(body).toMatchObject({ code: 'too_many_changes' });
    await browser.post('/api/consent/words').send({ answer: 'yes', version }).expect(429);
    await browser.post('/api/consent/transcription').send({ answer: 'yes', version }).expect(429);
    await browser.post('/api/consent/guardian').send({ email: 'parent@example.org', version }).expect(429);
    await say(browser, 'no').expect(200);
    await sayTranscription(browser, 'no');
    expect(await read(browser)).toMatchObject({ recording: 'withdrawn', transcription: { isAllowed: false } });
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

  describe('of photos alone', () => {
    it('is a yes of its own for whoever is not recorded, with receipts, and can be taken back', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await announce(browser, 'image/jpeg').expect(409);
      await sayPhotos(browser, 'yes').expect(200);
      expect(await read(browser)).toMatchObject({ recording: 'refused', photos: true });
      await addPhoto(browser).expect(201);
      await announce(browser, 'image/jpeg').expect(201);
      // It is no yes to anything else: no recording, and no words.
      await record(browser).expect(409);
      await write(browser).expect(409);
      await browser.post('/api/recording-drafts').send({ questionId: 1, mimeType: 'video/webm' }).expect(409);
      await sayPhotos(browser, 'no').expect(200);
      await addPhoto(browser).expect(409);
      await announce(browser, 'image/jpeg').expect(409);
      expect((await receiptsOf(browser)).slice(-2)).toEqual([
        'photos_given participant',
        'photos_withdrawn participant',
      ]);
    });

    it('takes no file that says it is a recording, or is too large for a photo', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      for (const [mimeType, bytes] of [
        ['video/webm', 3],
        ['Audio/mp4', 3],
        ['application/octet-stream', PHOTO_MAX_BYTES + 1],
      ] as const) {
        const { body } = await announce(browser, mimeType, bytes).expect(409);
        expect(body).toMatchObject({ code: 'consent_missing' });
      }
      const { body } = await announce(browser, 'image/jpeg', PHOTO_MAX_BYTES + 1).expect(413);
      expect(body).toMatchObject({ code: 'too_large', message: 'Please select images under 10MB' });
    });

    it('takes no more of a recording that was on its way when they said no', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'yes').expect(200);
      const { uploadId } = (await announce(browser, 'video/webm').expect(201)).body as { uploadId: string };
      await say(browser, 'no').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      const chunk = browser
        .post('/api/uploads/chunk')
        .field({ uploadId, chunkIndex: 0 })
        .attach('chunk', Buffer.of(1, 2, 3));
      expect((await chunk.expect(409)).body).toMatchObject({ code: 'consent_missing' });
    });

    it('is nobody’s alone who is under 18', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser).expect(200);
      expect((await sayPhotos(browser, 'yes').expect(409)).body).toMatchObject({ code: 'guardian_decides' });
      await addPhoto(browser).expect(409);
    });

    it('is still taken back in an older database that was restored', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await say(browser, 'no').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await sayPhotos(browser, 'no').expect(200);
      await testApp.dataSource.query(
        `UPDATE recording_consent SET may_keep_photos = true, changed_at = '2020-01-01' WHERE participant_id = $1`,
        [id],
      );
      expect(await replay()).toBe(1);
      expect(await read(browser)).toMatchObject({ photos: false });
      await addPhoto(browser).expect(409);
    });

    it('may be a no, and the story is handed in without photos; silence is none', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      const questions = (await browser.get('/api/questions').expect(200)).body as { id: number }[];
      for (const { id } of questions) {
        await browser.put(`/api/written-answers/${id}`).send({ text: 'I danced.', revision: 0 }).expect(200);
      }
      const submit = () => browser.patch('/api/user/status').send({ status: 'submitted' });
      expect((await submit().expect(409)).body).toMatchObject({ code: 'photo_required' });
      await sayPhotos(browser, 'no').expect(200);
      await submit().expect(200);
    });
  });

  describe('of words alone', () => {
    it('is a yes of its own for whoever is not recorded, with receipts, and can be taken back', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      const { body } = await write(browser).expect(409);
      expect(body).toMatchObject({ code: 'consent_missing' });
      await sayWords(browser, 'yes').expect(200);
      expect(await read(browser)).toMatchObject({ recording: 'refused', words: true });
      await write(browser).expect(200);
      // It is no yes to anything else.
      await record(browser).expect(409);
      await addPhoto(browser).expect(409);
      await sayWords(browser, 'no').expect(200);
      await write(browser, 'I sang.', 1).expect(409);
      // What is there can be taken back all the same.
      await write(browser, '', 1).expect(200);
      expect((await receiptsOf(browser)).slice(-2)).toEqual(['words_given participant', 'words_withdrawn participant']);
    });

    it('is nobody’s alone who is under 18', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser).expect(200);
      const { body } = await sayWords(browser, 'yes').expect(409);
      expect(body).toMatchObject({ code: 'guardian_decides' });
      await write(browser).expect(409);
    });

    it('is still taken back in an older database that was restored', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await say(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayWords(browser, 'no').expect(200);
      await testApp.dataSource.query(
        `UPDATE recording_consent SET may_keep_words = true, changed_at = '2020-01-01' WHERE participant_id = $1`,
        [id],
      );
      expect(await replay()).toBe(1);
      expect(await read(browser)).toMatchObject({ words: false });
    });
  });

  describe('in an older database that was restored', () => {
    it('is still taken back, with a receipt that says so', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await say(browser, 'yes').expect(200);
      await sayTranscription(browser, 'yes');
      await sayTranscription(browser, 'no');
      await say(browser, 'no').expect(200);
      await goBack(id, 'given');
      expect(await replay()).toBe(2);
      expect(await replay()).toBe(0);
      expect(await read(browser)).toMatchObject({ recording: 'withdrawn', transcription: { isAllowed: false } });
      await record(browser).expect(409);
      expect((await receiptsOf(browser)).slice(-2)).toEqual([
        'transcription_withdrawn system',
        'recording_withdrawn system',
      ]);
      await say(browser, 'yes').expect(200);
      expect(await replay()).toBe(0);
      expect(await read(browser)).toMatchObject({ recording: 'given' });
    });

    it('is a no also where that database knew nothing of the person’s words', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await goBack(await idOf(browser), null);
      expect(await replay()).toBe(1);
      await record(browser).expect(409);
    });

    it('is a yes where that was the last word, and never becomes one', async () => {
      const [anna, bea] = [await registerPerson(testApp), await registerPerson(testApp)];
      for (const { browser } of [anna, bea]) {
        await say(browser, 'no').expect(200);
        await say(browser, 'yes').expect(200);
      }
      await goBack(await idOf(anna.browser), 'given');
      await goBack(await idOf(bea.browser), 'refused');
      expect(await replay()).toBe(0);
      expect(await read(anna.browser)).toMatchObject({ recording: 'given' });
      expect(await read(bea.browser)).toMatchObject({ recording: 'refused' });
    });

    it('is a yes where the process was killed between its commit and its line', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await say(browser, 'no').expect(200);
      await goBack(id, 'given');
      await testApp.dataSource.query('UPDATE recording_consent SET changed_at = now() WHERE participant_id = $1', [id]);
      expect(await replay()).toBe(0);
      expect(await read(browser)).toMatchObject({ recording: 'given' });
    });

    it('is a no that the database could not keep, whatever else was said since', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'yes').expect(200);
      await sayPhotos(browser, 'no').expect(200);
      await testApp.dataSource.query(`
        CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN RAISE EXCEPTION 'the database ends' USING ERRCODE = '57P01'; END$$`);
      await testApp.dataSource.query(`
        CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON recording_consent DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION end_connection()`);
      const { status } = await say(browser, 'no');
      await testApp.dataSource.query('DROP FUNCTION end_connection CASCADE');
      expect(status).toBe(503);
      await sayTranscription(browser, 'no');
      expect(await read(browser)).toMatchObject({ recording: 'given' });
      expect(await replay()).toBe(1);
      expect(await replay()).toBe(0);
      expect(await read(browser)).toMatchObject({
        recording: 'withdrawn',
        transcription: { isAllowed: false },
        photos: false,
      });
    });

    it.each([
      ['a guardian’s no', 'guardian_refused', (_browser: Browser, token: string) => decide(token, 'no').expect(200)],
      ['their own no', 'refused', (browser: Browser) => say(browser, 'no').expect(200)],
      ['the question', 'guardian_asked', async () => {}],
    ] as const)('is not theirs to give after %s, who are under 18', async (_what, recording, happen) => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'uncle@example.org').expect(200);
      await happen(browser, (await tokenFor('uncle@example.org')).token);
      await goBack(await idOf(browser), 'given');
      expect(await replay()).toBe(1);
      expect(await read(browser)).toMatchObject({ recording, guardian: null });
      await say(browser, 'yes').expect(409);
      await record(browser).expect(409);
    });

    it('is asked again of a guardian whom that database does not know, though they had said yes', async () => {
      for (const before of ['given', 'refused', null] as const) {
        const { browser } = await registerPerson(testApp);
        const email = `guardian-${before}@example.org`;
        await askGuardian(browser, email).expect(200);
        await decide((await tokenFor(email)).token, 'yes').expect(200);
        const id = await idOf(browser);
        expect(await replay()).toBe(0);
        await goBack(id, before);
        expect(await replay()).toBe(1);
        expect(await replay()).toBe(0);
        expect(await read(browser)).toMatchObject({ recording: 'guardian_asked', guardian: null });
        await say(browser, 'yes').expect(409);
        await record(browser).expect(409);
        await askGuardian(browser, email).expect(200);
        await decide((await tokenFor(email)).token, 'yes').expect(200);
        expect(await replay()).toBe(0);
        await record(browser).expect(201);
      }
    });

    it('is read past lines that say nothing, which the doctor names', async () => {
      const cookie = await signUp(testApp);
      const { body } = await testApp.http.get('/api/auth/user').set('Cookie', cookie);
      const { id } = body as { id: string };
      const at = new Date().toISOString();
      const lines = [
        { at, kind: 'hidden' },
        { at, kind: 'hidden', participantId: 7 },
        { at, kind: 'recording', participantId: id, state: 'perhaps', guardianDecides: false },
        { at, kind: 'toString', participantId: id },
        { kind: 'hidden', participantId: id },
        { at, kind: 'photo', participantId: id, id: 'garden' },
      ].map((line) => JSON.stringify(line));
      const file = path.join(testApp.config.stateDir, 'ledger/withdrawals.jsonl');
      await appendFile(file, [...lines, 'null', '[]', '{"at":"2026-', ''].join('\n'));
      const answer = { answer: 'no', version };
      await testApp.http.post('/api/consent/recording').set('Cookie', cookie).send(answer).expect(200);
      await goBack(id, 'given');
      await testApp.restart();
      const { body: consent } = await testApp.http.get('/api/consent').set('Cookie', cookie).expect(200);
      expect(consent).toMatchObject({ recording: 'refused' });
      const findings: Finding[] = [];
      await examine({ config: testApp.config } as Patient, ['ledger'], (finding) => findings.push(finding));
      expect(findings.map(({ severity }) => severity)).toEqual([...Array<string>(8).fill('wrong'), 'notice']);
    });
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
      expect(preview.body).toEqual({ maskedEmail: 'p•••@example.org', recording: 'guardian_asked' });
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

    it('is asked for by a link that works for thirty days', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'godmother@example.org').expect(200);
      const { token } = await tokenFor('godmother@example.org');
      const id = await idOf(browser);
      const ask = async (agoMs: number) => {
        const asked = `UPDATE recording_consent SET guardian_asked_at = $2 WHERE participant_id = $1`;
        await testApp.dataSource.query(asked, [id, new Date(Date.now() - agoMs)]);
        const preview = await testApp.http.post('/api/consent/guardian/preview').send({ token });
        return [preview.status, (await decide(token, 'yes')).status];
      };
      expect(await ask(GUARDIAN_LINK_MAX_AGE_MS + 1_000)).toEqual([410, 410]);
      expect(await read(browser)).toMatchObject({ recording: 'guardian_asked' });
      expect(await ask(GUARDIAN_LINK_MAX_AGE_MS - 60_000)).toEqual([200, 200]);
    });

    it('is none to words and photos either, also where they had said yes to them alone', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await askGuardian(browser, 'grandmother@example.org').expect(200);
      await say(browser, 'no').expect(200);
      expect(await read(browser)).not.toHaveProperty('words');
      await write(browser).expect(409);
      await addPhoto(browser).expect(409);
    });

    it('leaves them no yes to words and photos that they said before, also after a guardian’s yes', async () => {
      const { browser } = await registerPerson(testApp);
      await say(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await askGuardian(browser, 'grandfather@example.org').expect(200);
      await decide((await tokenFor('grandfather@example.org')).token, 'yes').expect(200);
      await write(browser).expect(200);
      await say(browser, 'no').expect(200);
      expect(await read(browser)).not.toHaveProperty('words');
      expect(await read(browser)).not.toHaveProperty('photos');
      await write(browser, 'I danced on.', 1).expect(409);
      await addPhoto(browser).expect(409);
      expect((await sayWords(browser, 'yes').expect(409)).body).toMatchObject({ code: 'guardian_decides' });
      expect((await sayWords(browser, 'no').expect(200)).body).toMatchObject({ words: false });
      expect((await receiptsOf(browser)).at(-1)).toBe('words_withdrawn participant');
    });

    it('is asked of one mailbox a few times a day, whoever has it asked', async () => {
      const ask = async (email: string) => askGuardian((await registerPerson(testApp)).browser, email);
      for (let n = 0; n < GUARDIAN_MAILS_PER_MAILBOX; n++) expect((await ask('teacher@example.org')).status).toBe(200);
      const { browser } = await registerPerson(testApp);
      const { body } = await askGuardian(browser, 'Teacher@Example.org').expect(429);
      expect(body).toMatchObject({ code: 'too_many_mails' });
      expect(await read(browser)).toMatchObject({ recording: 'none' });
      await askGuardian(browser, 'another-teacher@example.org').expect(200);
    });

    it('is no matter of their own any more, nor of their own e-mail', async () => {
      const { browser, email } = await registerPerson(testApp);
      await askGuardian(browser, email.toUpperCase()).expect(409);
      expect(await read(browser)).toMatchObject({ recording: 'none' });
      await askGuardian(browser, 'uncle@example.org').expect(200);
      await say(browser, 'yes').expect(409);
      await record(browser).expect(409);
    });

    it('is answered many times at once, and nobody else waits for a connection', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'stepmother@example.org').expect(200);
      const { token } = await tokenFor('stepmother@example.org');
      const statuses = await crowdAt(testApp, await idOf(browser), () => decide(token, 'yes'));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await read(browser)).toMatchObject({ recording: 'given' });
    });

    it('leaves what they have said to turning speech into words as a parent or guardian says no', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'stepfather@example.org').expect(200);
      const { token } = await tokenFor('stepfather@example.org');
      await decide(token, 'yes').expect(200);
      await sayTranscription(browser, 'yes');
      const commit = await holdChange(await idOf(browser), 'may_transcribe = false');
      const decided = (async () => (await decide(token, 'no')).status)();
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await decided).toBe(200);
      expect(await read(browser)).toMatchObject({
        recording: 'guardian_refused',
        transcription: { isAllowed: false },
      });
    });

    it('is no yes over a link that is replaced as it is pressed', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'great-aunt@example.org').expect(200);
      const { token } = await tokenFor('great-aunt@example.org');
      const commit = await holdChange(await idOf(browser), `guardian_token_hash = sha256('another')`);
      const decided = (async () => (await decide(token, 'yes')).status)();
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await decided).toBe(410);
      expect(await read(browser)).toMatchObject({ recording: 'guardian_asked' });
    });

    it('stays a no that comes as a mail to another address cannot be sent', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser, 'foster-mother@example.org').expect(200);
      const id = await idOf(browser);
      const held = Promise.withResolvers<() => Promise<void>>();
      using sending = jest.spyOn(testApp.app.get(Mailer, { strict: false }), 'send');
      sending.mockImplementationOnce(async () => {
        held.resolve(await holdChange(id, `state = 'guardian_refused'`));
        throw new Error('away');
      });
      const asked = (async () => (await askGuardian(browser, 'foster-father@example.org')).status)();
      const commit = await held.promise;
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await asked).toBe(500);
      expect(await read(browser)).toMatchObject({ recording: 'guardian_refused' });
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

  it('is no yes to turning speech into words while a parent or guardian has not said yes', async () => {
    const { browser } = await registerPerson(testApp);
    const answer = (yes: 'yes' | 'no') => browser.post('/api/consent/transcription').send({ answer: yes, version });
    await askGuardian(browser, 'grandmother@example.org').expect(200);
    expect((await answer('yes').expect(409)).body).toMatchObject({ code: 'guardian_decides' });
    await answer('no').expect(200);
    const { token } = await tokenFor('grandmother@example.org');
    await decide(token, 'yes').expect(200);
    await answer('yes').expect(200);
  });
});

describe('a mail to a parent or guardian that could not be sent', () => {
  it('leaves the link before it working, and its address named', async () => {
    await using world = await outside();
    const { browser } = await registerPerson(world.testApp);
    await askGuardian(browser).expect(200);
    world.server.refuseAll(true);
    await askGuardian(browser, 'aunt@example.org').expect(503);
    expect(await read(browser)).toMatchObject({ recording: 'guardian_asked', guardian: 'm•••@example.org' });
    const token = world.tokenIn('mother@example.org');
    await world.testApp.http.post('/api/consent/guardian/answer').send({ token, answer: 'yes', version }).expect(200);
    await record(browser).expect(201);
  });

  it('counts for nothing, but that they are under 18', async () => {
    await using world = await outside();
    const { browser } = await registerPerson(world.testApp);
    world.server.refuseAll(true);
    for (let n = 0; n < GUARDIAN_MAILS_MAX; n++) await askGuardian(browser).expect(503);
    expect(await read(browser)).toMatchObject({ recording: 'guardian_asked', guardian: null });
    await say(browser, 'yes').expect(409);
    world.server.refuseAll(false);
    for (let n = 0; n < GUARDIAN_MAILS_MAX; n++) await askGuardian(browser, `${n}@example.org`).expect(200);
    expect((await askGuardian(browser, 'aunt@example.org').expect(429)).body).toMatchObject({ code: 'too_many_mails' });
  });
});

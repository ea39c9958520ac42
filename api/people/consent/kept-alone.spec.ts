import { PHOTO_MAX_BYTES, UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { PHOTO_REFUSED } from '../../contract/common/wordings.js';
import {
  askGuardian,
  type Browser,
  idOf,
  readConsent,
  receiptsOf,
  sayPhotos,
  sayRecording,
  sayWords,
  sendPhoto,
  sendRecording,
  sendWords,
} from '../../testing/consent.js';
import { registerPerson } from '../../testing/registered-person.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';

const announce = (browser: Browser, mimeType: string, totalSize = 3) =>
  browser
    .post('/api/uploads/start')
    .send({ filename: 'a', mimeType, totalSize, totalChunks: Math.ceil(totalSize / UPLOAD_CHUNK_BYTES) });

describe('consent to being recorded', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRANSCRIBE_URL: 'https://words.example/v1' });
  });
  afterAll(() => testApp.close());

  const replay = () => testApp.app.get(LedgerReplay).apply();

  describe('of photos alone', () => {
    it('is a yes of its own for whoever is not recorded, with receipts, and can be taken back', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
      await announce(browser, 'image/jpeg').expect(409);
      await sayPhotos(browser, 'yes').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'refused', photos: true });
      await sendPhoto(browser).expect(201);
      await announce(browser, 'image/jpeg').expect(201);
      // It is no yes to anything else: no recording, and no words.
      await sendRecording(browser).expect(409);
      await sendWords(browser).expect(409);
      await browser.post('/api/recording-drafts').send({ questionId: 1, mimeType: 'video/webm' }).expect(409);
      await sayPhotos(browser, 'no').expect(200);
      await sendPhoto(browser).expect(409);
      await announce(browser, 'image/jpeg').expect(409);
      expect((await receiptsOf(browser)).slice(-2)).toEqual([
        'photos_given participant',
        'photos_withdrawn participant',
      ]);
    });

    it('takes no file that says it is a recording, or is too large for a photo', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
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
      expect(body).toMatchObject({ code: 'too_large', message: PHOTO_REFUSED });
    });

    it('takes no more of a recording that was on its way when they said no', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'yes').expect(200);
      const { uploadId } = (await announce(browser, 'video/webm').expect(201)).body as { uploadId: string };
      await sayRecording(browser, 'no').expect(200);
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
      await sendPhoto(browser).expect(409);
    });

    it('is still taken back in an older database that was restored', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await sayRecording(browser, 'no').expect(200);
      await sayPhotos(browser, 'yes').expect(200);
      await sayPhotos(browser, 'no').expect(200);
      await testApp.dataSource.query(
        `UPDATE recording_consent SET may_keep_photos = true, changed_at = '2020-01-01' WHERE participant_id = $1`,
        [id],
      );
      expect(await replay()).toBe(1);
      expect(await readConsent(browser)).toMatchObject({ photos: false });
      await sendPhoto(browser).expect(409);
    });

    it('may be a no, and the story is handed in without photos; silence is none', async () => {
      const { browser } = await registerPerson(testApp);
      await sayRecording(browser, 'no').expect(200);
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
      await sayRecording(browser, 'no').expect(200);
      const { body } = await sendWords(browser).expect(409);
      expect(body).toMatchObject({ code: 'consent_missing' });
      await sayWords(browser, 'yes').expect(200);
      expect(await readConsent(browser)).toMatchObject({ recording: 'refused', words: true });
      await sendWords(browser).expect(200);
      // It is no yes to anything else.
      await sendRecording(browser).expect(409);
      await sendPhoto(browser).expect(409);
      await sayWords(browser, 'no').expect(200);
      await sendWords(browser, 'I sang.', 1).expect(409);
      // What is there can be taken back all the same.
      await sendWords(browser, '', 1).expect(200);
      expect((await receiptsOf(browser)).slice(-2)).toEqual(['words_given participant', 'words_withdrawn participant']);
    });

    it('is nobody’s alone who is under 18', async () => {
      const { browser } = await registerPerson(testApp);
      await askGuardian(browser).expect(200);
      const { body } = await sayWords(browser, 'yes').expect(409);
      expect(body).toMatchObject({ code: 'guardian_decides' });
      await sendWords(browser).expect(409);
    });

    it('is still taken back in an older database that was restored', async () => {
      const { browser } = await registerPerson(testApp);
      const id = await idOf(browser);
      await sayRecording(browser, 'no').expect(200);
      await sayWords(browser, 'yes').expect(200);
      await sayWords(browser, 'no').expect(200);
      await testApp.dataSource.query(
        `UPDATE recording_consent SET may_keep_words = true, changed_at = '2020-01-01' WHERE participant_id = $1`,
        [id],
      );
      expect(await replay()).toBe(1);
      expect(await readConsent(browser)).toMatchObject({ words: false });
    });
  });
});

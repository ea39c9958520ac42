import { type Consent, GUARDIAN_PATH } from '../contract/consent/consent.js';
import { PRIVACY } from '../contract/consent/privacy.js';
import type { Receipt } from '../contract/consent/receipts.js';
import { RecordingConsentService } from '../people/consent/recording-consent.service.js';
import { readOutbox } from './outbox.js';
import { sampleJpeg, sampleWebm, toDataUrl } from './sample-media.js';
import type { TestApp } from './test-app.js';

export type Browser = ReturnType<TestApp['browser']>;

const { version } = PRIVACY;
const photo = await sampleJpeg();

/** Somebody says that another company may turn their speech into words, in the browser in which they registered. */
export async function allowTranscription({ app }: Pick<TestApp, 'app'>, participantId: string): Promise<void> {
  const consents = app.get(RecordingConsentService, { strict: false });
  await consents.answerTranscription({ id: participantId, isProven: false }, 'yes', version);
}

export const sayRecording = (browser: Browser, answer: 'yes' | 'no', of = version) =>
  browser.post('/api/consent/recording').send({ answer, version: of });
export const sayTranscription = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/transcription').send({ answer, version });
export const sayWords = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/words').send({ answer, version });
export const sayPhotos = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/photos').send({ answer, version });

export const askGuardian = (browser: Browser, email = 'mother@example.org') =>
  browser.post('/api/consent/guardian').send({ email, version });
export const decideAsGuardian = ({ http }: TestApp, token: string, answer: 'yes' | 'no') =>
  http.post('/api/consent/guardian/answer').send({ token, answer, version });

/** The last mail to a parent or guardian, and the token of its link. */
export async function guardianMail(testApp: TestApp, address: string) {
  const mails = (await readOutbox(testApp)).filter(
    ({ to, text }) => to?.[0]?.address === address && text?.includes(`${GUARDIAN_PATH}#`),
  );
  const { text = '' } = mails.at(-1)!;
  return { text, token: text.split(`${GUARDIAN_PATH}#`)[1]!.split('\n')[0]! };
}

export const readConsent = async (browser: Browser) => (await browser.get('/api/consent').expect(200)).body as Consent;
export const receiptsOf = async (browser: Browser) =>
  ((await browser.get('/api/consent/receipts').expect(200)).body as Receipt[]).map(
    ({ kind, actor }) => `${kind} ${actor}`,
  );
export const idOf = async (browser: Browser) =>
  ((await browser.get('/api/auth/user').expect(200)).body as { id: string }).id;

export const sendRecording = (browser: Browser, fields: object = {}) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm'), ...fields });
export const sendPhoto = (browser: Browser) =>
  browser.post('/api/photos').send({ originalName: 'a.jpg', imageData: toDataUrl(photo, 'image/jpeg') });
export const sendWords = (browser: Browser, text = 'I danced.', revision = 0) =>
  browser.put('/api/written-answers/1').send({ text, revision });

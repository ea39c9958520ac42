import { PRIVACY } from '../contract/privacy.js';
import { RecordingConsentService } from '../people/consent/recording-consent.service.js';
import type { TestApp } from './test-app.js';

/** Somebody says that another company may turn their speech into words, in the browser in which they registered. */
export async function allowTranscription({ app }: Pick<TestApp, 'app'>, participantId: string): Promise<void> {
  const consents = app.get(RecordingConsentService, { strict: false });
  await consents.answerTranscription({ id: participantId, isProven: false }, 'yes', PRIVACY.version);
}

import { hostOf, type PrivacyFacts } from '../../contract/consent/privacy.js';
import type { AppConfig } from '../../platform/config/app-config.js';

/** What the words about privacy are filled in with. */
export function privacyFactsOf({ organisation, transcribeUrl, keeping }: AppConfig): PrivacyFacts {
  return { organisation, transcriber: transcribeUrl && hostOf(transcribeUrl), keeping };
}

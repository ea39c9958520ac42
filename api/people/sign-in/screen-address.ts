import type { AppConfig } from '../../platform/config/app-config.js';
import { withContactEmail } from '../../contract/people/contact-email.js';
import { type InterviewPlace, MEDIA_UPLOAD_SCREEN } from '../../contract/interview/next-screen.js';
import { UPLOAD_PATH } from '../../contract/people/public-uploads.js';

/**
 * The external interview form's address, with who is coming in its fragment, which reaches no server's log.
 * Whoever has not shown who they are gets no name into it.
 */
export function interviewFormUrl(formUrl: string, { email, name }: { email: string; name?: string }): string {
  const url = new URL(formUrl);
  url.hash = `contact_email=${encodeURIComponent(email)}`;
  if (name !== undefined) url.hash += `&contact_name=${encodeURIComponent(name)}`;
  return url.href;
}

type ExternalForms = Pick<AppConfig, 'interviewFormUrl' | 'interviewStepUrls'>;

export function interviewPlace({ interviewFormUrl: form, interviewStepUrls: steps }: ExternalForms): InterviewPlace {
  return form === null && steps.length === 0 ? 'product' : 'external_forms';
}

/**
 * Where a person with that e-mail goes on with a screen when the interview is held on external forms: the screen's own
 * form, or the one form of them all; the last screen is the product's public upload page. Null: in the product, where
 * they must be signed in.
 */
export function externalScreenAddress(forms: ExternalForms, screen: number, email: string): string | null {
  const { interviewFormUrl: form, interviewStepUrls: steps } = forms;
  if (interviewPlace(forms) === 'product') return null;
  if (screen === MEDIA_UPLOAD_SCREEN) return withContactEmail(UPLOAD_PATH, email);
  const step = steps[screen];
  if (step !== undefined) return withContactEmail(step, email);
  return form === null ? null : interviewFormUrl(form, { email });
}

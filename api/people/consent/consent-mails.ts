import type { PrivacyFacts } from '../../contract/privacy.js';
import { GUARDIAN_QUESTION } from '../../contract/wordings.js';
import { composeMail, type Mail } from '../../platform/mail/mail.js';

/** To a parent or guardian. It carries nothing that another person may have typed, such as a name. */
export function guardianMail(to: string, maskedEmail: string, url: string, { organisation }: PrivacyFacts): Mail {
  return composeMail(to, GUARDIAN_QUESTION, [
    'Hello,',
    `Somebody with the e-mail ${maskedEmail} wants to tell their story of life with ME/CFS on video. They are under 18. They told us that you are their parent or guardian.`,
    'Nothing is recorded before you say yes. The link shows what happens, and has a button for yes and one for no.',
    { label: 'Read and answer', url },
    'The link works for 30 days. If you say yes, you can take it back with the same link at any time.',
    'If you do not know this person, you need not do anything.',
    `${organisation.name}, ${organisation.address}, ${organisation.email}`,
  ]);
}

import { writtenDuration } from '../../contract/common/grammar.js';
import { GUARDIAN_LINK_MAX_AGE_MS } from '../../contract/common/limits.js';
import { LOCALE } from '../../contract/common/language.js';
import type { PrivacyFacts } from '../../contract/consent/privacy.js';
import { MY_STORY_PATH } from '../../contract/stories/my-story.js';
import { RECEIPT_ACTOR_WORDS, receiptOutcome, RECEIPT_WORDS } from '../../contract/consent/receipt-words.js';
import type { Receipt } from '../../contract/consent/receipts.js';
import { GUARDIAN_QUESTION } from '../../contract/common/wordings.js';
import { composeMail, type Mail } from '../../platform/mail/mail.js';
import type { ReceiptDocument } from './receipt-document.js';

/** To a parent or guardian. It carries nothing that another person may have typed, such as a name. */
export function guardianMail(to: string, maskedEmail: string, url: string, { organisation }: PrivacyFacts): Mail {
  return composeMail(to, GUARDIAN_QUESTION, [
    'Hello,',
    `Somebody wants to tell us on video about their life with ME/CFS. Their e-mail is ${maskedEmail}. They are under 18. They say that you are their parent or guardian.`,
    'Nothing is recorded before you say yes. The link shows what happens. There is a button for yes, and one for no.',
    { label: 'Read and answer', url },
    `The link works for ${writtenDuration(GUARDIAN_LINK_MAX_AGE_MS)}. If you say yes, the same link takes it back at any time.`,
    'If you do not know this person, you need not do anything.',
    `${organisation.name}, ${organisation.address}, ${organisation.email}`,
  ]);
}

/** With the receipt as a file, in the field's form. Always to the participant; a guardian has the link. */
export function receiptMail(
  to: string,
  { receipt, document }: { receipt: Receipt; document: ReceiptDocument },
  publicUrl: string,
  { organisation }: PrivacyFacts,
): Mail {
  const { id, kind, actor, at } = receipt;
  const outcome = receiptOutcome(receipt);
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  const mail = composeMail(to, `Your receipt: ${RECEIPT_WORDS[kind]}`, [
    'Hello,',
    `On ${day} we wrote something down. ${RECEIPT_WORDS[kind]}. It was ${RECEIPT_ACTOR_WORDS[actor]}.`,
    ...(outcome === null ? [] : [outcome]),
    'The file in this mail is your receipt. Keep it if you like. There is nothing that you need to do.',
    ...(kind === 'person_deleted'
      ? ['We have deleted your e-mail, too. This is our last mail to you.']
      : ['All your receipts are on your page. There you can change your mind at any time.']),
    ...(kind === 'person_deleted' ? [] : [{ label: 'My story', url: publicUrl + MY_STORY_PATH }]),
    'If this was not you, please write to us.',
    `${organisation.name}, ${organisation.address}, ${organisation.email}`,
  ]);
  const content = `${JSON.stringify(document, null, 2)}\n`;
  return { ...mail, id, attachments: [{ filename: 'receipt.json', contentType: 'application/ld+json', content }] };
}

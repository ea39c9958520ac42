import { plural } from '../../contract/common/grammar.js';
import type { DueKind, KeepingPeriods } from '../../contract/staff/keeping.js';
import { KEEPING_LISTED_DAYS, KEEPING_NOTICE_DAYS } from '../../contract/staff/keeping.js';
import type { Organisation } from '../../contract/consent/privacy.js';
import { composeMail, type Mail } from '../../platform/mail/mail.js';
import type { DueRow } from './keeping.repository.js';

const WHAT: Record<DueKind, (periods: KeepingPeriods, isReopened: boolean) => string[]> = {
  unsubmitted: ({ unsubmitted }, isReopened) => [
    isReopened
      ? `You opened your story again, and have not sent it since. We keep it for ${months(unsubmitted)} after your last visit.`
      : `You began to tell your story here, and have not sent it yet. We keep what you began for ${months(unsubmitted)} after your last visit.`,
    `That time is nearly over. We delete it in about ${KEEPING_NOTICE_DAYS} days. Do you want to go on, or need more time? Please just come back once. Then the time begins anew.`,
  ],
  answers: ({ answers }) => [
    `Your story is public. We keep what you recorded and wrote for it for ${months(answers)} after that.`,
    `That time is nearly over. We delete these first recordings and texts in about ${KEEPING_NOTICE_DAYS} days. Your public story stays as it is. You can download them before. If you visit the page, the time begins anew.`,
  ],
  public_upload: ({ publicUploads }) => [
    `You sent us photos or videos through our upload page. We keep them for ${months(publicUploads)}.`,
    `That time is nearly over. We delete them in about ${KEEPING_NOTICE_DAYS} days. If we should keep them longer, please reply to us.`,
  ],
};

/** It carries no name: the e-mail may never have been proven. */
export function endOfTimeMail(
  { kind, email: to, isReopened }: Pick<DueRow, 'kind' | 'email' | 'isReopened'>,
  periods: KeepingPeriods,
  { name, email }: Organisation,
  url: string,
): Mail {
  const link = kind === 'public_upload' ? [] : [{ label: 'Open my story', url }];
  return composeMail(to, 'What we keep of you, and until when', [
    'Hello,',
    ...WHAT[kind](periods, isReopened),
    ...link,
    `If that is fine, you need not do anything.`,
    `${name}, ${email}`,
  ]);
}

export function staffMail(to: string, listed: number, held: number, url: string): Mail {
  return composeMail(to, held > 0 ? 'Removals wait for you' : 'What is removed next week', [
    'Hello,',
    ...(listed > 0
      ? [
          `The time of ${things(listed)} is over. The list says when each is removed, ${KEEPING_LISTED_DAYS} days after it came there. Until then it can be kept.`,
        ]
      : []),
    ...(held > 0
      ? [
          `${things(held)} would be removed, or announced. That is unusually much at once, or their people cannot be told by mail. So nothing of it has happened. Please look at the list, and allow it where it is right.`,
        ]
      : []),
    { label: 'See the list', url },
  ]);
}

function months(count: number): string {
  return plural(count, { one: 'one month', other: `${count} months` });
}

function things(count: number): string {
  return plural(count, { one: 'one thing', other: `${count} things` });
}

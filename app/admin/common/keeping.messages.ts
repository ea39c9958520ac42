import { counted } from '../../../api/contract/common/grammar.js';
import {
  type DueKind,
  KEEPING_LISTED_DAYS,
  KEEPING_NOTICE_DAYS,
  type KeepingPeriods,
} from '../../../api/contract/staff/keeping.js';

const PERIODS = Object.entries({
  unsubmitted: 'Not submitted',
  answers: 'Answers after publishing',
  publicUploads: 'Uploads',
  audit: 'Staff actions',
} satisfies Record<keyof KeepingPeriods, string>) as [keyof KeepingPeriods, string][];
const months = (count: number) => counted(count, { one: 'month', other: 'months' });

export const KEEPING_MESSAGES = {
  heading: 'Kept no longer than needed',
  empty: 'Nothing is past its time',
  emptyHint: `What is past its time is listed here ${KEEPING_LISTED_DAYS} days before it is removed. Its person is told by mail ${KEEPING_NOTICE_DAYS} days ahead.`,
  periods: (periods: KeepingPeriods) =>
    PERIODS.map(([period, what]) => `${what}: ${months(periods[period])}.`).join(' '),
  count: (count: number) => `${count} on the list`,
  loading: 'Loading what is past its time…',
  loadFailed: 'What is past its time could not be loaded.',
  lastNight: (date: string, removed: number) => `Looked at ${date}; ${removed} removed then.`,
  stopped: (count: number) =>
    `${counted(count, { one: 'step waits', other: 'steps wait' })} for you: unusually many at once, or of people who cannot be told. Look through the list. If it is right, allow it: it goes on in the next night.`,
  allow: 'Allow all on the list',
  allowing: 'Allowing…',
  allowTitle: 'Allow all of this?',
  allowHint: (count: number) =>
    `${count} on the list may take their next step, a mail or their removal, in the next night.`,
  allowed: 'All on the list may go on.',
  allowFailed: 'Failed to allow it',
  kinds: {
    unsubmitted: 'Not submitted: the person with everything',
    answers: 'First recordings and texts of a public story, which stays',
    public_upload: 'Came through the upload page',
  } satisfies Record<DueKind, string>,
  lastSign: (date: string) => `last sign of life ${date}`,
  notMailed: 'Not told by mail yet',
  refused: 'The mail server refuses mails to this address',
  mailed: (date: string) => `Told by mail ${date}`,
  mailedUnconfirmed: (date: string) =>
    `Mailed ${date} to an e-mail that you corrected. Nobody has confirmed it, so they may not know.`,
  removedOn: (date: string) => `Removed on ${date}`,
  onceAllowed: 'Removed only once you allow it',
  removedFrom: (date: string) => `Not before ${date}`,
  keptUntil: (date: string, by: string | null) => (by === null ? `Kept until ${date}` : `Kept until ${date} by ${by}`),
  keep: 'Keep',
  keeping: 'Keeping…',
  kept: (who: string) => `What is of ${who} stays for a further period.`,
  keepFailed: 'Failed to keep it',
  failedHint: 'Please try again.',
};

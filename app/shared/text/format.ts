import { LOCALE } from '../../../api/contract/common/language.js';

const megabytes = new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const wholeNumbers = new Intl.NumberFormat(LOCALE);
const date = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const dateAndTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** "12.3 MB"; never 0 for a file that holds something. */
export function fileSize(bytes: number): string {
  const rounded = megabytes.format(bytes / 1024 / 1024);
  return bytes > 0 && rounded === megabytes.format(0) ? `< ${megabytes.format(0.1)}` : rounded;
}

/** "1,234" */
export function wholeNumber(value: number): string {
  return wholeNumbers.format(value);
}

/** "Mar 4, 2026", in the reader's own time zone. */
export function shortDate(moment: string | Date): string {
  return date.format(new Date(moment));
}

/** "Mar 4, 2026, 3:12 PM", in the reader's own time zone. */
export function shortDateTime(moment: string | Date): string {
  return dateAndTime.format(new Date(moment));
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** Where a mail to that e-mail begins; whatever stands in it, it adds nobody and no words. */
export function mailtoAddress(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}

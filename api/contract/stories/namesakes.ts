import { LOCALE } from '../common/language.js';
import { groupBy } from '../common/older-browsers.js';

interface Person {
  userName: string;
  firstName: string;
}

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
const DATED = /-(\d{4})-(\d\d)-(\d\d)(?:-(\d+))?$/;

/**
 * What tells people of the same first name apart who are shown together: the month in which each came, and only where that
 * is the same one the day. By `userName`, whose date it is; whoever has a name alone needs nothing.
 */
export function namesakeMarks(people: readonly Person[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const namesakes of groupBy(people, ({ firstName }) => firstName.normalize().toLowerCase()).values()) {
    if (namesakes.length === 1) continue;
    const months = namesakes.map(({ userName }) => monthOf(userName));
    for (const [at, { userName }] of namesakes.entries()) {
      const month = months[at] ?? '';
      const isAlone = months.filter((other) => other === month).length === 1;
      const mark = isAlone ? month : dayOf(userName);
      if (mark !== '') marks.set(userName, mark);
    }
  }
  return marks;
}

function monthOf(userName: string): string {
  const [, ...date] = DATED.exec(userName) ?? [];
  return date.length > 0 ? MONTH.format(utc(date)) : '';
}

function dayOf(userName: string): string {
  const [, ...date] = DATED.exec(userName) ?? [];
  if (date.length === 0) return '';
  const [, , , count] = date;
  return count === undefined ? DAY.format(utc(date)) : `${DAY.format(utc(date))} (${count})`;
}

function utc([year, month, day]: string[]): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

import { LOCALE } from './language.js';

interface Person {
  userName: string;
  firstName: string;
}

const DATED = /-(\d{4})-(\d\d)-(\d\d)(?:-(\d+))?$/;

/**
 * What tells people of the same first name apart who are shown together: the month in which each came, and only where that
 * is the same one the day. By `userName`, whose date it is; whoever has a name alone needs nothing.
 */
export function namesakeMarks(people: readonly Person[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const namesakes of Map.groupBy(people, ({ firstName }) => firstName.normalize().toLowerCase()).values()) {
    if (namesakes.length === 1) continue;
    const months = namesakes.map(({ userName }) => dateOf(userName, { month: 'long', year: 'numeric' }));
    for (const [at, { userName }] of namesakes.entries()) {
      const month = months[at] ?? '';
      const isAlone = months.filter((other) => other === month).length === 1;
      const mark = isAlone ? month : dateOf(userName, { month: 'long', day: 'numeric', year: 'numeric' });
      if (mark !== '') marks.set(userName, mark);
    }
  }
  return marks;
}

function dateOf(userName: string, format: Intl.DateTimeFormatOptions): string {
  const [, year, month, day, count] = DATED.exec(userName) ?? [];
  if (year === undefined) return '';
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const text = date.toLocaleDateString(LOCALE, { ...format, timeZone: 'UTC' });
  return count !== undefined && 'day' in format ? `${text} (${count})` : text;
}

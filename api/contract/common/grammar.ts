import { LOCALE } from './language.js';

/** What is said of each kind of number. English tells one from all others; a language that tells more apart names them, too. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const RULES = new Intl.PluralRules(LOCALE);
const LIST = new Intl.ListFormat(LOCALE);
const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SECONDS = { forms: { one: 'second', other: 'seconds' }, ms: 1_000 };
const UNITS = [
  // With its leap day.
  { forms: { one: 'year', other: 'years' }, ms: 366 * 86_400_000 },
  { forms: { one: 'day', other: 'days' }, ms: 86_400_000 },
  { forms: { one: 'hour', other: 'hours' }, ms: 3_600_000 },
  { forms: { one: 'minute', other: 'minutes' }, ms: 60_000 },
];

/** "is" of 1, "are" of 0 and 2. */
export function plural(number: number, forms: PluralForms): string {
  return forms[RULES.select(number)] ?? forms.other;
}

/** "1 story", "2 stories". */
export function counted(number: number, forms: PluralForms): string {
  return `${number} ${plural(number, forms)}`;
}

/** A number as a sentence says it: "three", "14". */
export function numberInWords(number: number): string {
  return WORDS[number] ?? String(number);
}

/** A length of time as a sentence says it, in the largest unit of which it is a whole number: "one hour", "14 days". */
export function writtenDuration(ms: number): string {
  const { forms, ms: unitMs } = UNITS.find((unit) => ms >= unit.ms && ms % unit.ms === 0) ?? SECONDS;
  const count = ms / unitMs;
  return count === 1 ? `one ${plural(count, forms)}` : counted(count, forms);
}

/** "a", "a and b", "a, b, and c"; nothing of nothing. */
export function listed(words: readonly string[]): string {
  return LIST.format(words);
}

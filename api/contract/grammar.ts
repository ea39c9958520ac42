import { LOCALE } from './language.js';

/** What is said of each kind of number. English tells one from all others; a language that tells more apart names them, too. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const RULES = new Intl.PluralRules(LOCALE);
const LIST = new Intl.ListFormat(LOCALE);

/** "is" of 1, "are" of 0 and 2. */
export function plural(number: number, forms: PluralForms): string {
  return forms[RULES.select(number)] ?? forms.other;
}

/** "1 story", "2 stories". */
export function counted(number: number, forms: PluralForms): string {
  return `${number} ${plural(number, forms)}`;
}

/** "a", "a and b", "a, b, and c"; nothing of nothing. */
export function listed(words: readonly string[]): string {
  return LIST.format(words);
}

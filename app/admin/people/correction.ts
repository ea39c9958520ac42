import type {
  AdminUser,
  ChangeUserRequest,
  CorrectableFields,
} from '../../../api/contract/staff/admin-participants.js';
import { slugify } from '../../../api/contract/stories/story-slug.js';
import { graphemesOf } from '../../../api/contract/common/older-browsers.js';

/** What the form holds: a handle that is not there is an empty text. */
export type CorrectionFields = Record<Exclude<keyof CorrectableFields, 'tag'>, string> & { tag: boolean };

export function toFields({ firstName, lastName, email, tag, instagram, tiktok }: AdminUser): CorrectionFields {
  return { firstName, lastName, email, tag, instagram: instagram ?? '', tiktok: tiktok ?? '' };
}

/** Where two versions of the fields are not the same. */
export function differingFields(one: CorrectionFields, other: CorrectionFields): (keyof CorrectionFields)[] {
  return (Object.keys(one) as (keyof CorrectionFields)[]).filter((field) => one[field] !== other[field]);
}

/** What was typed, over what is saved now: what nobody typed is as it is saved. */
export function mergeFields(
  { words, base }: { words: CorrectionFields; base: CorrectionFields },
  saved: CorrectionFields,
): CorrectionFields {
  const typed = differingFields(words, base).map((field) => [field, words[field]] as const);
  return { ...saved, ...Object.fromEntries(typed) };
}

/** Only what is otherwise than it was, so that nothing is sent over what somebody else changes; null when nothing is. */
export function toChanges(given: CorrectionFields, person: AdminUser): Partial<CorrectableFields> | null {
  const before = toFields(person);
  const fields = Object.keys(before) as (keyof CorrectionFields)[];
  const changed = fields
    .map((field) => [field, typeof given[field] === 'string' ? given[field].trim() : given[field]] as const)
    .filter(([field, value]) => value !== before[field]);
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<CorrectableFields>);
}

/** The person as they were read, to be compared before anything is written. */
export function asRead(person: AdminUser): NonNullable<ChangeUserRequest['was']> {
  const { firstName, lastName, email, tag, instagram, tiktok } = person;
  return { firstName, lastName, email, tag, instagram, tiktok };
}

/** Whether the story of this person gets another address by that name. */
export function movesStory(before: string, after: string): boolean {
  return after.trim() !== '' && slugify(before) !== slugify(after);
}

const DOUBLE_OR_MISSING_FROM = 4;

/**
 * Whether one first name is plainly a slip of the other: other accents, two neighbouring letters exchanged, a letter
 * doubled, or in a longer name one left out. The end of a name must be the same: there one letter makes another name, and an
 * old address that leads to it would tell who the person was.
 */
export function isLikelyTypo(before: string, after: string): boolean {
  const [one, other] = [fold(before), fold(after)];
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const start = commonStart(short, long);
  const shortRest = short.slice(start);
  const longRest = long.slice(start);
  if (short.length === long.length) {
    const isExchanged = shortRest[0] === longRest[1] && shortRest[1] === longRest[0];
    return isExchanged && shortRest.length > 2 && shortRest.slice(2) === longRest.slice(2);
  }
  const isOneMore = shortRest !== '' && longRest.slice(1) === shortRest;
  const isDoubled = longRest[0] === long[start - 1] || longRest[0] === longRest[1];
  return isOneMore && (isDoubled || short.length >= DOUBLE_OR_MISSING_FROM);
}

/** A version beside the one before it: what stands in the middle is other than there. */
export function compareTexts(before: string, after: string): { start: string; changed: string; end: string } {
  const one = lettersOf(before);
  const other = lettersOf(after);
  const start = commonStart(one, other);
  const shorter = Math.min(one.length, other.length) - start;
  let end = 0;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const rest = other.length - end;
  return {
    start: other.slice(0, start).join(''),
    changed: other.slice(start, rest).join(''),
    end: other.slice(rest).join(''),
  };
}

/** As people see them: an accent belongs to its letter. */
function lettersOf(text: string): string[] {
  return Array.from(graphemesOf(text), ({ segment }) => segment);
}

function commonStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

/** Without case, accents, spaces and signs. */
function fold(name: string): string {
  const letters =
    name
      .trim()
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
  return letters.map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '')).join('');
}

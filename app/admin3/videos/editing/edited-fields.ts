import type { EditShowcaseVideoRequest, ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';

/** What the form holds. The address is empty of a file and of words. */
export type EditedFields = Record<(typeof FIELDS)[number], string>;

const FIELDS = ['title', 'videoUrl', 'description', 'transcript'] as const;

export function editedFields({ title, description, transcript, mimeType, videoUrl }: ShowcaseVideo): EditedFields {
  return { title, description, transcript, videoUrl: mimeType === null ? (videoUrl ?? '') : '' };
}

/** The fields in which two states of the form differ. */
export function editedDifferences(before: EditedFields, after: EditedFields) {
  return FIELDS.filter((field) => before[field].trim() !== after[field].trim()).map((field) => {
    return { field, before: before[field], after: after[field] };
  });
}

/** What was changed from `base`, and nothing besides: what others have saved in another field stays theirs. */
export function editRequest(base: EditedFields, fields: EditedFields): EditShowcaseVideoRequest {
  return Object.fromEntries(editedDifferences(base, fields).map(({ field, after }) => [field, after]));
}

/** Words of a form that two people have changed from the same beginning. */
interface MergedWords<T> {
  words: T;
  /** The fields that both have changed, and not to the same: there `words` has mine. */
  conflicts: (keyof T)[];
}

/** Mine and theirs put together, field by field: what only one of us has changed is as that one has it. */
export function mergeWords<T extends Record<string, string>>(base: T, mine: T, theirs: T): MergedWords<T> {
  const words = { ...mine };
  const conflicts: (keyof T)[] = [];
  for (const field of Object.keys(mine) as (keyof T)[]) {
    if (isSame(mine[field]!, base[field]!)) words[field] = theirs[field];
    else if (!isSame(theirs[field]!, base[field]!) && !isSame(mine[field]!, theirs[field]!)) conflicts.push(field);
  }
  return { words, conflicts };
}

/** Blanks around a text are not kept. */
function isSame(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

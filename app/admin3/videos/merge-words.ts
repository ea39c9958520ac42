/** Words of a form that two people have changed from the same beginning. */
export interface MergedWords<T> {
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

import type { PhotoCount } from '../contract/staff/admin-participants.js';

/** How many files there are under one e-mail. */
export interface EmailCount extends PhotoCount {
  /** What tells two addresses apart: see emailKey(). */
  emailKey: string;
}

/**
 * Adds up what there is under each e-mail, however it is spelled: the spelling of the list that comes first stays. In the
 * order of the addresses, without those under which there is nothing.
 */
export function sumByEmail(...lists: EmailCount[][]): PhotoCount[] {
  const sums = new Map<string, PhotoCount>();
  for (const { emailKey, email, count } of lists.flat()) {
    const earlier = sums.get(emailKey) ?? { email, count: 0 };
    sums.set(emailKey, { ...earlier, count: earlier.count + count });
  }
  const counted = [...sums].filter(([, { count }]) => count > 0);
  return counted.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

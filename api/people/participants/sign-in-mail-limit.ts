import { SIGN_IN_MAIL_INTERVAL_MS, SIGN_IN_MAILS_PER_DAY } from '../../contract/limits.js';

/** How far back mails count. */
export const SIGN_IN_MAIL_WINDOW_MS = 24 * 60 * 60_000;

/** A mail that does not come is asked for again at once. */
const AT_ONCE = 2;

/**
 * Milliseconds until the next sign-in mail may go to an address, 0 when it may at once. The second mail of a day is not
 * kept waiting, each further one is for ten minutes after the one before, and there are five a day.
 * @param sentAt when mails went there within the last day, the oldest first
 */
export function waitForSignInMail(sentAt: readonly Date[], now: Date): number {
  const lastAt = sentAt.at(-1);
  if (lastAt === undefined || sentAt.length < AT_ONCE) return 0;
  const oldestThatCounts = sentAt.at(-SIGN_IN_MAILS_PER_DAY);
  const intervalEnd = lastAt.getTime() + SIGN_IN_MAIL_INTERVAL_MS;
  const dayEnd = oldestThatCounts ? oldestThatCounts.getTime() + SIGN_IN_MAIL_WINDOW_MS : 0;
  return Math.max(0, intervalEnd - now.getTime(), dayEnd - now.getTime());
}

import {
  SIGN_IN_MAIL_INTERVAL_MS,
  SIGN_IN_MAIL_WINDOW_MS,
  SIGN_IN_MAILS_AT_ONCE,
  SIGN_IN_MAILS_MAX,
} from '../../contract/common/limits.js';

/**
 * Milliseconds until the next sign-in mail may go to an address, 0 when it may at once: a mail that does not come is asked
 * for again at once.
 * @param sentAt when mails went there within the window that counts, the oldest first
 */
export function waitForSignInMail(sentAt: readonly Date[], now: Date): number {
  const lastAt = sentAt.at(-1);
  if (lastAt === undefined || sentAt.length < SIGN_IN_MAILS_AT_ONCE) return 0;
  const oldestThatCounts = sentAt.at(-SIGN_IN_MAILS_MAX);
  const intervalEnd = lastAt.getTime() + SIGN_IN_MAIL_INTERVAL_MS;
  const windowEnd = oldestThatCounts ? oldestThatCounts.getTime() + SIGN_IN_MAIL_WINDOW_MS : 0;
  return Math.max(0, intervalEnd - now.getTime(), windowEnd - now.getTime());
}

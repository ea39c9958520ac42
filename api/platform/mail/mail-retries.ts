/** After so many tries, over some days, a mail is given up. */
export const MAIL_ATTEMPTS_MAX = 12;

/** SQL, of a row's `attempts`: doubled with each try, a minute first and half a day at most. */
export const MAIL_RETRY_AFTER = `least(interval '1 minute' * power(2, attempts), interval '12 hours')`;

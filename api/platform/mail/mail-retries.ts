/** After so many tries, over five days, a mail is given up: mail servers wait no less for one another (RFC 5321, 4.5.4.1). */
export const MAIL_ATTEMPTS_MAX = 20;

/** SQL, of a row's `attempts`: doubled with each try, a minute first and half a day at most. */
export const MAIL_RETRY_AFTER = `least(interval '1 minute' * power(2, attempts), interval '12 hours')`;

import { ValidateBy } from 'class-validator';

/** Where a form is tried out on one's own machine, without a certificate. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The URL parser forgives a missing host, spaces and backslashes, and so hides where an address leads. */
const FULL_ADDRESS = /^https?:\/\/[^\s\\/][^\s\\]*$/i;

/** It lets names without letters pass, too. */
const GAP_IN_HOST = /^\.|\.\./;

/** What keeps people from being sent to `address`, or null. */
function redirectAddressFault(address: string): string | null {
  const url = FULL_ADDRESS.test(address) ? URL.parse(address) : null;
  if (!url || GAP_IN_HOST.test(url.hostname)) return 'Please enter a full address, such as https://example.org/form.';
  if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) return 'The address must begin with https://.';
  if (url.username || url.password) return 'The address must not contain a user name or a password.';
  return null;
}

/** A property of a request that holds an address which people may be sent to. */
export function IsRedirectAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isRedirectAddress',
    validator: {
      validate: (value) => redirectAddressFault(String(value)) === null,
      defaultMessage: (given) => redirectAddressFault(String(given?.value)) ?? '',
    },
  });
}

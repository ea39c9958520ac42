/** In a domain these would end it, and what stands behind them would be dropped unseen. */
const NO_DOMAIN = /[/?#\\%:@\s[\]]/;

/**
 * The address to which a mail really goes: the domain in the letters of the DNS, so that no two programs read it in two
 * ways; what stands before the `@` as it was typed. Null for what is no address.
 */
export function mailbox(email: string): string | null {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = NO_DOMAIN.test(domain) ? '' : toAscii(domain);
  return at < 1 || ascii === '' ? null : `${address.slice(0, at)}@${ascii}`;
}

/** Browsers and servers have this reading of domains alike; the empty text is none. */
function toAscii(domain: string): string {
  try {
    return new URL(`ws://${domain}/`).hostname;
  } catch {
    return '';
  }
}

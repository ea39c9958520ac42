const ANY_BASE = 'http://any.invalid';

/** An address, absolute or of a page of the product, that also says who comes: `…?contact_email=…`. */
export function withContactEmail(address: string, email: string): string {
  const url = new URL(address, ANY_BASE);
  // What stands there is left as it is: URLSearchParams would spell it anew.
  url.search += `${url.search ? '&' : '?'}contact_email=${encodeURIComponent(email)}`;
  return url.origin === ANY_BASE ? url.href.slice(ANY_BASE.length) : url.href;
}

/** The name of the e-mail in the address of a page, and in the entry of the history that keeps it when it has left the address. */
export const CONTACT_EMAIL_PARAM = 'contact_email';
export const CONTACT_EMAIL_STATE = 'contactEmail';

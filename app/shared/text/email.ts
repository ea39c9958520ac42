import { CONTACT_EMAIL_PARAM, CONTACT_EMAIL_STATE } from '../../../api/contract/people/contact-email.js';

/**
 * Whether a text looks like one e-mail address, with or without spaces around it. It catches slips of the finger only;
 * the server decides.
 */
export function looksLikeEmail(text: string): boolean {
  return /^\s*[^\s@]+@[^\s@]+\s*$/.test(text);
}

/**
 * The e-mail that the page was opened with: out of its address, or out of this entry of the history, where a page keeps it
 * that has taken it out of its address. Null when there is none.
 * @param state of the history's present entry
 */
export function readContactEmail(query: URLSearchParams, state: unknown): string | null {
  const inAddress = query.get(CONTACT_EMAIL_PARAM);
  const kept =
    typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[CONTACT_EMAIL_STATE] : null;
  const email = (inAddress ?? (typeof kept === 'string' ? kept : null))?.trim();
  // No e-mail has a space within: an address that was not encoded has lost its plus signs.
  return email?.replaceAll(' ', '+') ?? null;
}

import { mailbox } from './mailbox.js';

/**
 * What two spellings of one mailbox have in common. Only A–Z are folded: any other letter that looks alike, or that some
 * language takes for the same, makes another mailbox, of somebody else.
 */
export function emailKey(email: string): string {
  return (mailbox(email) ?? email.trim()).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

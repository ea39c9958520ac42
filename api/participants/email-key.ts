/**
 * What two spellings of one e-mail address have in common: no white space around it, no difference in case.
 * Upper case first, because lower case alone keeps both "ς" and "σ" where their capital is one.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toUpperCase().toLowerCase();
}

/** An address that its owner recognises and nobody else learns: `a•••@example.org`. Its length shows nothing. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}

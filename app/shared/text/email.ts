/**
 * Whether a text looks like one e-mail address, with or without spaces around it. It catches slips of the finger only;
 * the server decides.
 */
export function looksLikeEmail(text: string): boolean {
  return /^\s*[^\s@]+@[^\s@]+\s*$/.test(text);
}

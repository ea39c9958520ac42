/** A text's paragraphs: what blank lines part, without the blanks around. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

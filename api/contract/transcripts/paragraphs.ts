/** The paragraphs of a text that people wrote: empty lines part them, also those with blanks in them; a single line break does not. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

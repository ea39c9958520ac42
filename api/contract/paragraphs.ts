/** A transcript in paragraphs: an empty line parts them, a single line break does not. */
export function paragraphs(transcript: string): string[] {
  return transcript
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

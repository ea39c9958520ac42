/** The first character of a name, whatever its script, for a story that has no picture. */
export function initial(firstName: string): string {
  const [first] = new Intl.Segmenter().segment(firstName.trim());
  return first?.segment.toUpperCase() ?? '';
}

const megabytes = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** "12.3 MB"; never 0 for a file that holds something. */
export function fileSize(bytes: number): string {
  const rounded = megabytes.format(bytes / 1024 / 1024);
  return bytes > 0 && rounded === megabytes.format(0) ? `< ${megabytes.format(0.1)}` : rounded;
}

/** "Mar 4, 2026, 3:12 PM", in the reader's own time zone. */
export function shortDateTime(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}

/** `1 story`, `2 stories`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

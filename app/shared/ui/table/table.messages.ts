const numbers = new Intl.NumberFormat('en-US');

export const TABLE_MESSAGES = {
  /** How many are shown, and of how many where that is not the same. */
  count: (shown: number, total: number) => {
    if (total === 0) return '';
    return shown === total ? numbers.format(total) : `${numbers.format(shown)} of ${numbers.format(total)}`;
  },
  range: (from: number, to: number, total: number | null) =>
    `${numbers.format(from)}–${numbers.format(to)}${total === null ? '' : ` of ${numbers.format(total)}`}`,
  pages: (heading: string) => `Pages of ${heading}`,
  previous: 'Previous',
  next: 'Next',
};

import { wholeNumber } from '../../text/format.js';

export const TABLE_MESSAGES = {
  /** How many are shown, and of how many where that is not the same. */
  count: (shown: number, total: number) => {
    if (total === 0) return '';
    return shown === total ? wholeNumber(total) : `${wholeNumber(shown)} of ${wholeNumber(total)}`;
  },
  range: (from: number, to: number, total: number | null) =>
    `${wholeNumber(from)}–${wholeNumber(to)}${total === null ? '' : ` of ${wholeNumber(total)}`}`,
  pages: (heading: string) => `Pages of ${heading}`,
  previous: 'Previous',
  next: 'Next',
};

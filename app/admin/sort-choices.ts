import { ALL_USERS_MESSAGES as MESSAGES } from './admin.messages.js';
import type { Sorting } from './sort-people.js';

/** The order in which people are first shown. */
export const NEWEST_FIRST: Sorting = { by: 'createdAt', direction: 'descending' };

/** Orders for a phone, where there are no headings to press. */
export const SORT_CHOICES: readonly { label: string; sorting: Sorting }[] = [
  { label: MESSAGES.newest, sorting: NEWEST_FIRST },
  { label: MESSAGES.oldest, sorting: { by: 'createdAt', direction: 'ascending' } },
  { label: MESSAGES.byName, sorting: { by: 'name', direction: 'ascending' } },
  { label: MESSAGES.byMediaUpload, sorting: { by: 'mediaUploadCompletedAt', direction: 'ascending' } },
  { label: MESSAGES.byPhotos, sorting: { by: 'photoCount', direction: 'descending' } },
];

/** Place of an order among the choices, -1 for one that only a heading of the table can make. */
export function sortChoiceOf({ by, direction }: Sorting): number {
  return SORT_CHOICES.findIndex(({ sorting }) => sorting.by === by && sorting.direction === direction);
}

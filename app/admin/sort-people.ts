import type { StepField } from '../../api/contract/steps.js';
import type { Person } from './person.js';

export type SortField = 'name' | 'email' | 'createdAt' | 'mediaUploadCompletedAt' | 'photoCount' | StepField;

export interface Sorting {
  by: SortField;
  direction: 'ascending' | 'descending';
}

const inEnglish = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** People in a new order; who has nothing in the field comes last in both directions, equal ones stay as they were. */
export function sortPeople(people: readonly Person[], { by, direction }: Sorting): Person[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return people.toSorted((a, b) => {
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (isText(by) ? inEnglish.compare(String(left), String(right)) : order(left, right));
  });
}

function isText(field: SortField): boolean {
  return field === 'name' || field === 'email';
}

/** Numbers, or times: ISO 8601 in UTC stands in its order as text, too. */
function order(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The order after a press on the heading of a field: the same field turns around, another starts ascending. */
export function sortedBy(by: SortField, current: Sorting): Sorting {
  const isTurned = current.by === by && current.direction === 'ascending';
  return { by, direction: isTurned ? 'descending' : 'ascending' };
}

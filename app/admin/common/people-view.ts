import { type Person, type Stage, stageOf } from './people.js';
import type { StepField } from '../../../api/contract/interview/steps.js';
import { ALL_USERS_MESSAGES as MESSAGES } from './admin.messages.js';
import { LOCALE } from '../../../api/contract/common/language.js';

interface PeopleFilter {
  /** Words that must all occur in the name, the e-mail or a handle. */
  query: string;
  /** Null shows everyone. */
  stage: Stage | null;
}

export const NO_FILTER: PeopleFilter = { query: '', stage: null };

export function findPeople(people: readonly Person[], { query, stage }: PeopleFilter): readonly Person[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0 && stage === null) return people;
  return people.filter((person) => {
    if (stage !== null && stageOf(person) !== stage) return false;
    const text = searchableText(person);
    return words.every((word) => text.includes(word));
  });
}

function searchableText({ name, email, instagram, tiktok }: Person): string {
  return [name, email, instagram, tiktok].join('\n').toLowerCase();
}

export type SortField = 'name' | 'email' | 'createdAt' | 'mediaUploadCompletedAt' | 'photoCount' | StepField;

interface Sorting {
  by: SortField;
  direction: 'ascending' | 'descending';
}

const byText = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });

/** People in a new order; who has nothing in the field comes last in both directions, equal ones stay as they were. */
export function sortPeople(people: readonly Person[], { by, direction }: Sorting): Person[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return people.toSorted((a, b) => {
    const [left, right] = [a[by], b[by]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (isText(by) ? byText.compare(String(left), String(right)) : order(left, right));
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

/** The order in which people are first shown. */
const NEWEST_FIRST: Sorting = { by: 'createdAt', direction: 'descending' };

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

/** Which people the table shows, in which order, and which page of them. */
export interface PeopleView {
  filter: PeopleFilter;
  sorting: Sorting;
  page: number;
}

export const FIRST_VIEW: PeopleView = { filter: NO_FILTER, sorting: NEWEST_FIRST, page: 0 };

export type PeopleViewChange =
  | { type: 'filter'; filter: Partial<PeopleFilter> }
  | { type: 'heading'; by: SortField }
  | { type: 'sorting'; sorting: Sorting }
  | { type: 'page'; page: number };

/** Another choice or order of people starts on its first page. */
export function changeView(view: PeopleView, change: PeopleViewChange): PeopleView {
  switch (change.type) {
    case 'filter':
      return { ...view, filter: { ...view.filter, ...change.filter }, page: 0 };
    case 'heading':
      return { ...view, sorting: sortedBy(change.by, view.sorting), page: 0 };
    case 'sorting':
      return { ...view, sorting: change.sorting, page: 0 };
    case 'page':
      return { ...view, page: change.page };
  }
}

export function viewedPeople(people: readonly Person[], filter: PeopleFilter, sorting: Sorting): Person[] {
  return sortPeople(findPeople(people, filter), sorting);
}

/** Whose media upload is completed and who are not done, the oldest completion first. */
export function readyPeople(people: readonly Person[]): Person[] {
  const ready = people.filter((person) => stageOf(person) === 'ready');
  return sortPeople(ready, { by: 'mediaUploadCompletedAt', direction: 'ascending' });
}

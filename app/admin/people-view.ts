import { findPeople, NO_FILTER, type PeopleFilter } from './find-people.js';
import type { Person } from './person.js';
import { type SortField, type Sorting, sortedBy, sortPeople } from './sort-people.js';
import { NEWEST_FIRST } from './sort-choices.js';

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

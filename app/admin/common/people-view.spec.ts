import { aPerson } from '../../testing/person-for-specs.js';
import {
  changeView,
  findPeople,
  FIRST_VIEW,
  NO_FILTER,
  readyPeople,
  SORT_CHOICES,
  sortChoiceOf,
  sortedBy,
  sortPeople,
  viewedPeople,
} from './people-view.js';
import type { Person } from './people.js';

const ids = (people: readonly Person[]) => people.map(({ id }) => id);

describe('view of all users', () => {
  const onThirdPage = changeView(FIRST_VIEW, { type: 'page', page: 2 });

  it('begins with the newest', () => {
    const people = [
      aPerson({ id: 'old', createdAt: '2026-03-01T00:00:00.000Z' }),
      aPerson({ id: 'new', createdAt: '2026-03-02T00:00:00.000Z' }),
    ];
    const shown = viewedPeople(people, FIRST_VIEW.filter, FIRST_VIEW.sorting);
    expect(shown.map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it('starts again on its first page after another choice or order', () => {
    expect(onThirdPage.page).toBe(2);
    expect(changeView(onThirdPage, { type: 'filter', filter: { query: 'a' } }).page).toBe(0);
    expect(changeView(onThirdPage, { type: 'heading', by: 'name' }).page).toBe(0);
    expect(changeView(onThirdPage, { type: 'sorting', sorting: FIRST_VIEW.sorting }).page).toBe(0);
  });

  it('keeps the words when only the stage changes', () => {
    const searched = changeView(FIRST_VIEW, { type: 'filter', filter: { query: 'anna' } });
    expect(changeView(searched, { type: 'filter', filter: { stage: 'done' } }).filter).toEqual({
      query: 'anna',
      stage: 'done',
    });
  });

  it('turns the order around at the second press on a heading', () => {
    const once = changeView(FIRST_VIEW, { type: 'heading', by: 'email' });
    expect(once.sorting).toEqual({ by: 'email', direction: 'ascending' });
    expect(changeView(once, { type: 'heading', by: 'email' }).sorting.direction).toBe('descending');
  });

  it('knows its order among the choices for a phone', () => {
    expect(SORT_CHOICES[sortChoiceOf(FIRST_VIEW.sorting)]?.label).toBe('Newest first');
    expect(sortChoiceOf({ by: 'email', direction: 'ascending' })).toBe(-1);
  });
});

describe('readyPeople', () => {
  it('are those with media who are not done, the oldest completion first', () => {
    const people = [
      aPerson({ id: 'late', mediaUploadCompletedAt: '2026-03-05T00:00:00.000Z' }),
      aPerson({ id: 'open' }),
      aPerson({ id: 'done', mediaUploadCompletedAt: '2026-03-01T00:00:00.000Z', done: true }),
      aPerson({ id: 'early', mediaUploadCompletedAt: '2026-03-04T00:00:00.000Z' }),
    ];
    expect(ids(readyPeople(people))).toEqual(['early', 'late']);
  });
});

describe('sortPeople', () => {
  it('sorts names as a reader does', () => {
    const people = [
      aPerson({ id: 'z', name: 'zoë' }),
      aPerson({ id: 'e', name: 'Élodie' }),
      aPerson({ id: 'f', name: 'Frank' }),
    ];
    expect(ids(sortPeople(people, { by: 'name', direction: 'ascending' }))).toEqual(['e', 'f', 'z']);
    expect(ids(sortPeople(people, { by: 'name', direction: 'descending' }))).toEqual(['z', 'f', 'e']);
  });

  it('sorts numbers as numbers', () => {
    const people = [aPerson({ id: 'ten', photoCount: 10 }), aPerson({ id: 'nine', photoCount: 9 })];
    expect(ids(sortPeople(people, { by: 'photoCount', direction: 'descending' }))).toEqual(['ten', 'nine']);
  });

  it('puts an open step last in both directions', () => {
    const people = [
      aPerson({ id: 'open' }),
      aPerson({ id: 'late', lifeTodayCompletedAt: '2026-03-05T00:00:00.000Z' }),
      aPerson({ id: 'early', lifeTodayCompletedAt: '2026-03-04T00:00:00.000Z' }),
    ];
    expect(ids(sortPeople(people, { by: 'lifeTodayCompletedAt', direction: 'ascending' }))).toEqual([
      'early',
      'late',
      'open',
    ]);
    expect(ids(sortPeople(people, { by: 'lifeTodayCompletedAt', direction: 'descending' }))).toEqual([
      'late',
      'early',
      'open',
    ]);
  });

  it('turns around at the second press on the same heading', () => {
    const byEmail = sortedBy('email', { by: 'name', direction: 'descending' });
    expect(byEmail).toEqual({ by: 'email', direction: 'ascending' });
    expect(sortedBy('email', byEmail)).toEqual({ by: 'email', direction: 'descending' });
  });
});

describe('findPeople', () => {
  const people = [
    aPerson({ id: 'anna' }),
    aPerson({ id: 'zoë', name: 'Zoë Adams', email: 'z.adams@example.org', instagram: '@zoe.rests' }),
    aPerson({ id: 'done', name: 'Mateo', email: 'm@example.org', done: true }),
  ];
  const find = (query: string) => ids(findPeople(people, { ...NO_FILTER, query }));

  it('keeps everyone without a query', () => expect(findPeople(people, { query: '  ', stage: null })).toBe(people));
  it('searches the name, the e-mail and the handles', () => {
    expect(find('adams ZOË')).toEqual(['zoë']);
    expect(find('anna@example')).toEqual(['anna']);
    expect(find('@zoe.rests')).toEqual(['zoë']);
  });
  it('wants every word', () => expect(find('zoë berg')).toEqual([]));
  it('keeps one stage', () => expect(ids(findPeople(people, { query: '', stage: 'done' }))).toEqual(['done']));
  it('wants the stage and the words', () => expect(findPeople(people, { query: 'anna', stage: 'done' })).toEqual([]));
});

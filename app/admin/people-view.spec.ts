import { aPerson } from '../testing/person-for-specs.js';
import { changeView, FIRST_VIEW, viewedPeople } from './people-view.js';
import { SORT_CHOICES, sortChoiceOf } from './sort-choices.js';

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

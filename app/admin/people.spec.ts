import { aPerson } from '../testing/person-for-specs.js';
import { findPeople, NO_FILTER } from './find-people.js';
import { countMedia, type Person, toOwners, toPeople } from './person.js';
import { readyPeople } from './ready-people.js';
import { sortedBy, sortPeople } from './sort-people.js';
import { stageOf } from './stage.js';

const ids = (people: readonly Person[]) => people.map(({ id }) => id);

describe('toPeople', () => {
  const users = [aPerson({ email: 'a@example.org' }), aPerson({ email: 'b@example.org' })];

  it('adds the full name and the number of photos', () => {
    const people = toPeople(users, [{ email: 'b@example.org', count: 3 }]);
    expect(people.map(({ name, photoCount }) => [name, photoCount])).toEqual([
      ['Anna Berg', 0],
      ['Anna Berg', 3],
    ]);
  });

  it('leaves the number open as long as it is not known', () =>
    expect(toPeople(users, undefined).map(({ photoCount }) => photoCount)).toEqual([null, null]));

  it('tells what came under e-mails that nobody registered', () =>
    expect(toOwners([{ id: 's1', email: 'stranger@example.org', count: 2 }])).toEqual([
      {
        name: 'stranger@example.org',
        email: 'stranger@example.org',
        userId: null,
        photosPath: '/api/admin/senders/s1/photos',
        photoCount: 2,
      },
    ]));

  it('counts media of everyone', () =>
    expect(
      countMedia([
        { email: 'a', count: 2 },
        { email: 'b', count: 5 },
      ]),
    ).toBe(7));
});

describe('stageOf', () => {
  const uploaded = { mediaUploadCompletedAt: '2026-03-04T15:12:00.000Z' };

  it('is the interview until media are there', () => expect(stageOf(aPerson())).toBe('interviewing'));
  it('is ready then', () => expect(stageOf(aPerson(uploaded))).toBe('ready'));
  it('is done once staff said so, with media or without', () => {
    expect(stageOf(aPerson({ ...uploaded, done: true }))).toBe('done');
    expect(stageOf(aPerson({ done: true }))).toBe('done');
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
  it('looks at the name, the e-mail and the handles', () => {
    expect(find('adams ZOË')).toEqual(['zoë']);
    expect(find('anna@example')).toEqual(['anna']);
    expect(find('@zoe.rests')).toEqual(['zoë']);
  });
  it('wants every word', () => expect(find('zoë berg')).toEqual([]));
  it('keeps one stage', () => expect(ids(findPeople(people, { query: '', stage: 'done' }))).toEqual(['done']));
  it('wants the stage and the words', () => expect(findPeople(people, { query: 'anna', stage: 'done' })).toEqual([]));
});

import { aPerson } from '../../testing/person-for-specs.js';
import { countMedia, stageOf, toOwners, toPeople } from './people.js';

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

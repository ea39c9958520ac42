import { sumByEmail } from './sum-by-email.js';

const line = (email: string, count: number) => ({ email, emailKey: email.toLowerCase(), count });

describe('sumByEmail', () => {
  it('adds up what is under one address, spelled as in the first list', () => {
    expect(sumByEmail([line('Anna@example.org', 2)], [line('ANNA@example.org', 3)])).toEqual([
      { email: 'Anna@example.org', count: 5 },
    ]);
  });

  it('takes up addresses of every list, in their order, and leaves out those without anything', () => {
    const sums = sumByEmail([line('d@b.org', 0), line('c@b.org', 1)], [line('D@b.org', 1), line('A@b.org', 4)]);
    expect(sums).toEqual([
      { email: 'A@b.org', count: 4 },
      { email: 'c@b.org', count: 1 },
      { email: 'd@b.org', count: 1 },
    ]);
    expect(sumByEmail([line('a@b.org', 0)], [])).toEqual([]);
  });
});

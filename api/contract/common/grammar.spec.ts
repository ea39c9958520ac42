import { counted, listed, numberInWords, plural, writtenDuration } from './grammar.js';

const VERB = { one: 'is', other: 'are' };
const STORIES = { one: 'story', other: 'stories' };

describe('in English', () => {
  it('one is told apart from none and more', () => {
    const verbs = [0, 1, 2, 11, 21, 1000].map((number) => plural(number, VERB));
    expect(verbs).toEqual(['are', 'is', 'are', 'are', 'are', 'are']);
    expect(plural(1, { other: 'sheep' })).toBe('sheep');
  });

  it('what is counted stands behind its number', () => {
    const told = [0, 1, 2, 1234].map((number) => counted(number, STORIES));
    expect(told).toEqual(['0 stories', '1 story', '2 stories', '1234 stories']);
  });

  it('a number up to twelve is a word', () => {
    expect([0, 1, 3, 12, 13].map(numberInWords)).toEqual(['no', 'one', 'three', 'twelve', '13']);
  });

  it.each([
    [20_000, '20 seconds'],
    [60_000, 'one minute'],
    [90_000, '90 seconds'],
    [3_600_000, 'one hour'],
    [6 * 3_600_000, '6 hours'],
    [86_400_000, 'one day'],
    [36 * 3_600_000, '36 hours'],
    [30 * 86_400_000, '30 days'],
    [366 * 86_400_000, 'one year'],
  ])('%d milliseconds are told in the largest unit that fits', (ms, told) => {
    expect(writtenDuration(ms)).toBe(told);
  });

  it('a list ends with "and"', () => {
    expect(listed([])).toBe('');
    expect(listed(['a'])).toBe('a');
    expect(listed(['a', 'b'])).toBe('a and b');
    expect(listed(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

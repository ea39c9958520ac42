import { counted, listed, plural } from './grammar.js';

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

  it('a list ends with "and"', () => {
    expect(listed([])).toBe('');
    expect(listed(['a'])).toBe('a');
    expect(listed(['a', 'b'])).toBe('a and b');
    expect(listed(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

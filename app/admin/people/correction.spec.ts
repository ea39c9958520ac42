import { aPerson } from '../../testing/person-for-specs.js';
import {
  asRead,
  compareTexts,
  differingFields,
  isLikelyTypo,
  mergeFields,
  movesStory,
  toChanges,
  toFields,
} from './correction.js';

const person = aPerson({ firstName: 'Ana', lastName: 'Berg', tag: true, instagram: '@ana' });

describe('a correction', () => {
  it('is what is otherwise than it was, and nothing else', () => {
    const fields = { ...toFields(person), firstName: ' Anna ', tiktok: '@a' };
    expect(toChanges(fields, person)).toEqual({ firstName: 'Anna', tiktok: '@a' });
    expect(toChanges({ ...toFields(person), tag: false, instagram: ' ' }, person)).toEqual({
      tag: false,
      instagram: '',
    });
    expect(toChanges({ ...toFields(person), lastName: ' Berg ' }, person)).toBeNull();
  });

  it('is compared with the person as they were read', () =>
    expect(asRead(person)).toEqual({
      firstName: 'Ana',
      lastName: 'Berg',
      email: 'anna@example.org',
      tag: true,
      instagram: '@ana',
      tiktok: null,
    }));

  it('moves the story when the name makes another address', () => {
    expect(movesStory('Ana', 'Anna')).toBe(true);
    expect(movesStory('Ana', 'ANA!')).toBe(false);
    expect(movesStory('Zoe', 'Zoë')).toBe(true);
    expect(movesStory('Ana', ' ')).toBe(false);
  });
});

describe('an old address leads on unasked', () => {
  it.each([
    ['Ana', 'Anna'],
    ['Annna', 'Anna'],
    ['Jhon', 'John'],
    ['Anan', 'Annan'],
    ['Zoe', 'Zoë'],
    ['anna maria', 'Anna-Maria'],
    ['Micheal', 'Michael'],
    ['Mria', 'Maria'],
    ['Jennnifer', 'Jennifer'],
  ])('from %s to %s and back', (before, after) => {
    expect(isLikelyTypo(before, after)).toBe(true);
    expect(isLikelyTypo(after, before)).toBe(true);
  });
});

describe('an old address stays silent unless somebody says otherwise', () => {
  it.each([
    ['Daniel', 'Daniela'],
    ['Christian', 'Christina'],
    ['Rene', 'Renee'],
    ['Francis', 'Frances'],
    ['Jon', 'Joan'],
    ['Tom', 'Tim'],
    ['Thomas', 'Sarah'],
    ['Al', 'La'],
    ['Simon', 'Simone'],
  ])('from %s to %s and back', (before, after) => {
    expect(isLikelyTypo(before, after)).toBe(false);
    expect(isLikelyTypo(after, before)).toBe(false);
  });
});

describe('two versions of a name', () => {
  it.each([
    ['Ana Berg', 'Anna Berg', ['An', 'n', 'a Berg']],
    ['Anna Berg', 'Anna Bergh', ['Anna Berg', 'h', '']],
    ['Anna Berg', 'Ana Berg', ['An', '', 'a Berg']],
    ['Anna', 'Anna', ['Anna', '', '']],
    ['Tom', 'Sarah', ['', 'Sarah', '']],
  ])('%s and %s are told apart by their middle', (before, after, parts) => {
    const { start, changed, end } = compareTexts(before, after);
    expect([start, changed, end]).toEqual(parts);
  });
});

describe('a kept correction', () => {
  it('is what was typed over what is saved now', () => {
    const base = toFields(person);
    const words = { ...base, firstName: 'Anna' };
    const merged = mergeFields({ words, base }, { ...base, lastName: 'Bergh' });
    expect(merged).toEqual({ ...base, firstName: 'Anna', lastName: 'Bergh' });
    expect(differingFields(merged, base)).toEqual(['firstName', 'lastName']);
  });
});

import { excerpt, needsExcerpt } from './excerpt.js';

describe('excerpt', () => {
  it('leaves a short text as it is', () => expect(excerpt('Before I fell ill', 80)).toBe('Before I fell ill'));
  it('cuts after the given number of characters', () => expect(excerpt('abcdef', 3)).toBe('abc…'));
  it('leaves no blank before the sign of what was cut', () => expect(excerpt('abcd efgh', 5)).toBe('abcd…'));
  it('keeps a text of exactly that length whole', () => expect(excerpt('abc', 3)).toBe('abc'));
  it('makes one line of many', () => expect(excerpt(' a\n\n b\t c ', 10)).toBe('a b c'));
  it('never cuts inside a character', () => expect(excerpt('👩‍👩‍👧‍👦👩‍👩‍👧‍👦x', 1)).toBe('👩‍👩‍👧‍👦…'));
  it('cuts at 150 characters unless told', () => expect(excerpt('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`));
  it('knows whether it would leave something out', () => {
    expect(needsExcerpt('abc', 3)).toBe(false);
    expect(needsExcerpt('abcd', 3)).toBe(true);
  });
});

import { unfoldedText } from './list-text.js';

describe('unfolded text of a list row', () => {
  it('is the whole transcript when it is short', () =>
    expect(unfoldedText('A short story')).toEqual({ text: 'A short story', isCut: false }));

  it('ends after a word of a long one', () => {
    const { text, isCut } = unfoldedText('word '.repeat(1_000));
    expect(isCut).toBe(true);
    expect(text).toMatch(/ word…$/);
    expect(text.length).toBeLessThanOrEqual(2_001);
  });

  it('never cuts inside a character', () => {
    const { text } = unfoldedText('👩‍👩‍👧‍👦'.repeat(1_000));
    expect(text.replace('…', '').replaceAll('👩‍👩‍👧‍👦', '')).toBe('');
  });
});

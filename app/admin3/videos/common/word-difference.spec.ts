import { wordDifference } from './word-difference.js';

const words = (start: number) => Array.from({ length: 20_000 }, (_, index) => start + index * 7).join(' ');

describe('wordDifference', () => {
  it('marks whole words', () =>
    expect(wordDifference('I loved to run.', 'I loved to sing.')).toEqual([
      { kind: 'same', text: 'I loved to ' },
      { kind: 'removed', text: 'run' },
      { kind: 'added', text: 'sing' },
      { kind: 'same', text: '.' },
    ]));

  it('of equal texts has nothing marked', () =>
    expect(wordDifference('The same', 'The same')).toEqual([{ kind: 'same', text: 'The same' }]));

  it('leaves out what is far from every change', () => {
    const long = 'word '.repeat(100);
    const parts = wordDifference(`${long}old ${long}`, `${long}new ${long}`)!;
    expect(parts.map(({ kind }) => kind)).toEqual(['gap', 'same', 'removed', 'added', 'same', 'gap']);
    expect(parts.every(({ text }) => text.length <= 80)).toBe(true);
  });

  it('gives up where it would take too long', () => {
    expect(wordDifference(words(0), words(3), 1)).toBeNull();
  });
});

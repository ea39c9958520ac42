import { mergeWords } from './merge-words.js';

const BASE = { title: 'Title', description: 'About', transcript: 'Words' };

describe('mergeWords', () => {
  it('keeps what only one of two has changed', () =>
    expect(mergeWords(BASE, { ...BASE, title: 'Mine' }, { ...BASE, transcript: 'Theirs' })).toEqual({
      words: { title: 'Mine', description: 'About', transcript: 'Theirs' },
      conflicts: [],
    }));

  it('names what both have changed, and keeps mine there', () =>
    expect(mergeWords(BASE, { ...BASE, title: 'Mine' }, { ...BASE, title: 'Theirs' })).toEqual({
      words: { ...BASE, title: 'Mine' },
      conflicts: ['title'],
    }));

  it('finds no quarrel in the same words', () =>
    expect(mergeWords(BASE, { ...BASE, title: 'Both' }, { ...BASE, title: 'Both ' }).conflicts).toEqual([]));
});

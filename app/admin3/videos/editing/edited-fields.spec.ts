import { editRequest, mergeWords } from './edited-fields.js';

const BASE = { title: 'Title', description: 'About', transcript: 'Words', videoUrl: '' };

describe('editRequest', () => {
  it('has what was changed, and nothing besides', () =>
    expect(editRequest(BASE, { ...BASE, description: '', transcript: 'Words\n' })).toEqual({ description: '' }));

  it('has an address that was given', () =>
    expect(editRequest(BASE, { ...BASE, videoUrl: 'https://vimeo.com/1' })).toEqual({
      videoUrl: 'https://vimeo.com/1',
    }));
});

const WORDS = { title: 'Title', description: 'About', transcript: 'Words' };

describe('mergeWords', () => {
  it('keeps what only one of two has changed', () =>
    expect(mergeWords(WORDS, { ...WORDS, title: 'Mine' }, { ...WORDS, transcript: 'Theirs' })).toEqual({
      words: { title: 'Mine', description: 'About', transcript: 'Theirs' },
      conflicts: [],
    }));

  it('names what both have changed, and keeps mine there', () =>
    expect(mergeWords(WORDS, { ...WORDS, title: 'Mine' }, { ...WORDS, title: 'Theirs' })).toEqual({
      words: { ...WORDS, title: 'Mine' },
      conflicts: ['title'],
    }));

  it('finds no quarrel in the same words', () =>
    expect(mergeWords(WORDS, { ...WORDS, title: 'Both' }, { ...WORDS, title: 'Both ' }).conflicts).toEqual([]));
});

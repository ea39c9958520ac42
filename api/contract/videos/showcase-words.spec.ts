import { changedWords, type ShowcaseWords, wordsOf } from './showcase-words.js';

const words: ShowcaseWords = {
  title: 'Before',
  description: 'Her garden.',
  transcript: 'Before I was ill.\nI sang.',
  cues: [
    { start: 0, end: 2, text: 'Before I\nwas ill.' },
    { start: 62.25, end: 3723.5, text: 'I sang.' },
  ],
};

describe('the words of a finished video', () => {
  it.each([
    ['title', 'Before'],
    ['description', 'Her garden.'],
    ['transcript', 'Before I was ill.\nI sang.'],
    ['captions', '0:00–0:02  Before I was ill.\n1:02.25–1:02:03.5  I sang.'],
  ] as const)('are compared as text: its %s', (field, text) => {
    expect(wordsOf(words, field)).toBe(text);
  });

  it('have no captions where the transcript has no times', () => {
    expect(wordsOf({ ...words, cues: null }, 'captions')).toBe('');
  });

  it('tell a moment apart by the thousandth of a second', () => {
    const cues = [{ start: 1.001, end: 1.01, text: 'Now.' }];
    expect(wordsOf({ ...words, cues }, 'captions')).toBe('0:01.001–0:01.01  Now.');
  });

  it('tell what has changed, and nothing that has not', () => {
    expect(changedWords(words, { ...words })).toEqual([]);
    expect(changedWords(words, { ...words, title: 'After', cues: null })).toEqual(['title', 'captions']);
    expect(changedWords(words, { ...words, description: '', transcript: '' })).toEqual(['description', 'transcript']);
  });
});

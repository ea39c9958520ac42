import { assert, nat, property, string } from 'fast-check';
import {
  excerptAround,
  highlight,
  isSearchable,
  matchesTranscript,
  positionOfMatch,
  snippet,
} from './transcript-search.js';

const joined = (parts: { text: string }[]) => parts.map((part) => part.text).join('');

describe('transcript search', () => {
  it('matches a piece from the middle of a word in any case', () => {
    expect(matchesTranscript('I was UNSTOPPABLE then', 'nstoppabl')).toBe(true);
    expect(matchesTranscript('I was unstoppable then', 'STOPPABLE THEN')).toBe(true);
    expect(matchesTranscript('I was unstoppable then', 'unstoppable now')).toBe(false);
  });

  it('finds what stands in a text whatever stands around it', () => {
    expect(matchesTranscript('ΟΔΟΣ ΜΟΥ', 'οδος')).toBe(true);
    expect(matchesTranscript('ΟΔΟΣΑΣ', 'ΟΔΟΣ')).toBe(true);
    expect(highlight('οδός, ΟΔΌΣ', 'ΔΌΣ').filter((part) => part.isMatch)).toHaveLength(2);
    assert(
      property(string({ unit: 'binary' }), nat(20), nat(20), (text, from, length) => {
        const piece = text
          .slice(from, from + length)
          .toWellFormed()
          .trim();
        if (piece === '' || !text.includes(piece)) return;
        expect([piece, piece.toLowerCase()].map((query) => matchesTranscript(text, query))).toEqual([true, true]);
      }),
    );
  });

  it('takes half of a character for none', () => {
    expect(matchesTranscript('😀', '😀'.slice(0, 1))).toBe(false);
    expect(matchesTranscript('😀', '😀')).toBe(true);
  });

  it('cuts an excerpt around the first match, or is the whole of a short transcript', () => {
    expect(excerptAround('one needle two needle', 'needle', 3)).toEqual({ text: 'ne needle tw', isWhole: false });
    expect(excerptAround('one needle', 'NEEDLE', 4)).toEqual({ text: 'one needle', isWhole: true });
    expect(excerptAround('one', 'two', 4)).toEqual({ text: '', isWhole: false });
  });

  it('matches nothing for a blank query', () => expect(matchesTranscript('anything', '  ')).toBe(false));

  it('takes a query as text, not as a pattern', () => {
    expect(matchesTranscript('50 % (or more)', '% (')).toBe(true);
    expect(matchesTranscript('abc', '.*')).toBe(false);
  });

  it('leaves overviews out, by question and by title, and what says nothing', () => {
    expect(isSearchable({ questionId: 1, title: 'Life before ME/CFS', transcript: 'I rest.' })).toBe(true);
    expect(isSearchable({ questionId: 0, title: 'Life', transcript: 'I rest.' })).toBe(false);
    expect(isSearchable({ questionId: null, title: 'Life', transcript: 'I rest.' })).toBe(false);
    expect(isSearchable({ questionId: 3, title: 'My Story Overview', transcript: 'I rest.' })).toBe(false);
    expect(isSearchable({ questionId: 1, title: 'Life before ME/CFS', transcript: '' })).toBe(false);
  });

  it('cuts the snippet 100 characters either side of the first match', () => {
    const parts = snippet(`${'a'.repeat(150)}needle${'b'.repeat(150)}needle`, 'Needle');
    expect(joined(parts)).toBe(`…${'a'.repeat(100)}needle${'b'.repeat(100)}…`);
    expect(parts.filter((part) => part.isMatch)).toEqual([{ text: 'needle', isMatch: true }]);
  });

  it('marks every match within the snippet', () => {
    expect(snippet('one two one', 'one').filter((part) => part.isMatch)).toHaveLength(2);
  });

  it('does not cut a character in two', () => {
    const parts = snippet(`${'😀'.repeat(60)}x${'😀'.repeat(60)}`, 'x', 99);
    expect(joined(parts).isWellFormed()).toBe(true);
  });

  it.each(['\u{10000}', '\u{103ff}'])('does not cut %j in two, which ends a block of characters', (character) => {
    const { text } = excerptAround(`${character}x${character}`, 'x', 1);
    expect(text).toBe(`${character}x`);
  });

  it('tells where the first match begins, and of none', () => {
    expect(positionOfMatch('one two one', 'ONE')).toBe(0);
    expect(positionOfMatch('one two', 'two')).toBe(4);
    expect(positionOfMatch('one two', 'three')).toBe(-1);
  });

  it('finds the right place where lower-casing changes the length', () => {
    expect(highlight('İİİ needle', 'needle').find((part) => part.isMatch)).toEqual({ text: 'needle', isMatch: true });
  });

  it('loses no character when highlighting', () => {
    assert(
      property(string({ unit: 'grapheme' }), string({ unit: 'grapheme', maxLength: 3 }), (text, query) => {
        expect(joined(highlight(text, query))).toBe(text);
      }),
    );
  });
});

import { assert, nat, property, string } from 'fast-check';
import {
  excerptAround,
  foldCase,
  highlight,
  isSearchable,
  matchesTranscript,
  positionOfMatch,
  snippet,
} from './transcript-search.js';

const countOf = (text: string) => Array.from(new Intl.Segmenter('en').segment(text)).length;
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
      property(string({ unit: 'binary' }), nat(20), nat(20), (said, from, length) => {
        const text = foldCase(said);
        const piece = text
          .slice(from, from + length)
          .toWellFormed()
          .trim();
        if (piece === '' || !text.includes(piece)) return;
        expect(matchesTranscript(said, piece)).toBe(true);
      }),
    );
  });

  describe('takes a letter for the same, however it is written', () => {
    const written = ['café', 'Việt Nam', '한국어', 'ガラス', 'Å'];

    it.each(written)('%s', (word) => {
      const texts = [word.normalize('NFC'), word.normalize('NFD')];
      for (const text of texts) {
        const said = `so ${text}, and ${text}`;
        for (const query of texts) {
          expect(positionOfMatch(said, query.toUpperCase())).toBe(3);
          const marked = highlight(said, query).filter((part) => part.isMatch);
          expect(marked).toEqual([text, text].map((match) => ({ text: match, isMatch: true })));
          expect(excerptAround(said, query, 2).text).toBe(`o ${text}, `);
        }
      }
    });

    it('in any case, also where one case alone has it as one sign', () => {
      expect(matchesTranscript('H\u0331anukkah', '\u1e96anukkah')).toBe(true);
      expect(matchesTranscript('\u1e96anukkah', 'H\u0331ANUKKAH')).toBe(true);
    });

    it('and takes no letter with a mark for one without', () => {
      expect(matchesTranscript('cafe\u0301', 'cafe')).toBe(false);
      expect(matchesTranscript('cafe\u0301', 'caf')).toBe(true);
    });

    it('where the one becomes longer and the other shorter', () => {
      for (const said of ['İ cafe\u0301 needle', 'İ cafe\u0301 İ needle']) {
        expect(highlight(said, 'é').find((part) => part.isMatch)).toEqual({ text: 'e\u0301', isMatch: true });
        expect(highlight(said, 'need').find((part) => part.isMatch)).toEqual({ text: 'need', isMatch: true });
      }
    });

    it('and compares no further what was compared before', () => {
      assert(property(string({ unit: 'binary' }), (text) => expect(foldCase(foldCase(text))).toBe(foldCase(text))));
    });
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

  it.each(['é', 'e\u0301', '😀', '👨‍👩‍👧‍👦', '🇺🇦', 'कि', 'שָׁ', 'ที่', '𐐨'])(
    'counts %s as one character on either side, and cuts it nowhere',
    (character) => {
      for (const between of ['', ' ']) {
        const one = between + character + between;
        const text = `${one.repeat(300)}x${one.repeat(300)}`;
        const [before, after] = [text.slice(0, text.indexOf('x')), text.slice(text.indexOf('x') + 1)];
        const shown = joined(snippet(text, 'x')).slice('…'.length, -'…'.length);
        const at = shown.indexOf('x');
        expect([countOf(shown.slice(0, at)), countOf(shown.slice(at + 1))]).toEqual([100, 100]);
        expect([before.endsWith(shown.slice(0, at)), after.startsWith(shown.slice(at + 1))]).toEqual([true, true]);
        expect(joined(snippet(excerptAround(text, 'x', 120).text, 'x'))).toBe(`…${shown}…`);
      }
    },
  );

  it('cuts it there in a long text, too', () => {
    const words = `${'word '.repeat(20_000)}needle${' word'.repeat(20_000)}`;
    expect(joined(snippet(words, 'needle'))).toBe(`…${'word '.repeat(20)}needle${' word'.repeat(20)}…`);
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
    expect(joined(highlight('İ\u0307\u0307', '\u0307'))).toBe('İ\u0307\u0307');
    assert(
      property(string({ unit: 'grapheme' }), string({ unit: 'grapheme', maxLength: 3 }), (text, query) => {
        expect(joined(highlight(text, query))).toBe(text);
      }),
    );
  });
});

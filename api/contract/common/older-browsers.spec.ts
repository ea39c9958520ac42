import * as fc from 'fast-check';
import {
  anySignal,
  graphemesOf,
  groupBy,
  parseUrl,
  segmentSentences,
  segmentWords,
  toWellFormed,
  withResolvers,
} from './older-browsers.js';

const parity = (number: number) => (number % 2 === 0 ? 'even' : 'odd');
const { Segmenter } = Intl;
const forget = () => Reflect.deleteProperty(Intl, 'Segmenter');
afterEach(() => {
  Object.assign(Intl, { Segmenter });
});

const segments = (found: Iterable<{ segment: string; index: number }>) =>
  Array.from(found, ({ segment, index }) => ({ segment, index }));
const GRAPHEMES = ['', 'Ann', 'e\u0301t\u00e9', '👩‍👩‍👧‍👦!', '🇩🇪🇫🇷', '👍🏽', '1️⃣', 'a\r\nb', '日本'];
const SENTENCES = [
  '',
  'One.',
  'I fell ill. Then I slept.  For a year!',
  'She said: “It ends.” We waited… And then?',
  'Milk, bread etc. and tea. No end',
  'また来ます。ありがとう！',
];

describe('what older browsers lack', () => {
  it('is a promise that is settled from outside', async () => {
    const kept = withResolvers<number>();
    kept.resolve(1);
    await expect(kept.promise).resolves.toBe(1);
    const broken = withResolvers<number>();
    broken.reject(new Error('No.'));
    await expect(broken.promise).rejects.toThrow('No.');
  });

  it('is what a map has by its keys, in the order in which they come', () => {
    const grouped = groupBy([3, 1, 2, 4], parity);
    expect([...grouped]).toEqual([...Map.groupBy([3, 1, 2, 4], parity)]);
    expect([...grouped.keys()]).toEqual(['odd', 'even']);
  });

  it('is a signal that aborts with the first of several, and for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const signal = anySignal([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    other.abort('other');
    one.abort('one');
    expect([signal.aborted, signal.reason]).toEqual([true, 'other']);
    expect(anySignal([new AbortController().signal, one.signal, other.signal]).reason).toBe('one');
  });

  it.each(['https://example.org/a', '/a', 'a b', 'http://', ''])('is whether "%s" is an address', (text) => {
    expect(parseUrl(text)?.href).toBe(URL.parse(text)?.href);
    expect(parseUrl(text, 'https://example.org')?.href).toBe(URL.parse(text, 'https://example.org')?.href);
  });

  it('is a text without halves of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const text = `${a}\ud83d${b}\ude00\ud83d\ude00${a}`;
        expect(toWellFormed(text)).toBe(text.toWellFormed());
      }),
    );
  });

  it.each(GRAPHEMES)('are the characters of "%s" as they are seen', (text) => {
    const known = segments(graphemesOf(text));
    expect(known).toEqual(segments(new Segmenter('en', { granularity: 'grapheme' }).segment(text)));
    forget();
    expect(segments(graphemesOf(text))).toEqual(known);
  });

  it('are the words of a text without spaces', () => {
    const text = 'ฉันเหนื่อยมากทุกวัน';
    const known = segments(segmentWords(text));
    expect(known.map(({ segment }) => segment)).toEqual(['ฉัน', 'เหนื่อย', 'มาก', 'ทุก', 'วัน']);
    forget();
    const nearly = segments(segmentWords(`${text}, ๒๕๖๗`)).map(({ segment }) => segment);
    expect(nearly).toEqual(['ฉันเห', 'นื่อย', 'มากทุ', 'กวัน', ', ', '๒๕๖๗']);
  });

  it.each(SENTENCES)('are the sentences of "%s"', (text) => {
    const known = segments(segmentSentences(text));
    expect(known).toEqual(segments(new Segmenter('en', { granularity: 'sentence' }).segment(text)));
    forget();
    expect(segments(segmentSentences(text))).toEqual(known);
  });

  it('leaves nothing out of a text, whatever it is', () => {
    forget();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const found of [graphemesOf(text), segmentSentences(text)])
          expect(
            segments(found)
              .map(({ segment }) => segment)
              .join(''),
          ).toBe(text);
      }),
    );
  });
});

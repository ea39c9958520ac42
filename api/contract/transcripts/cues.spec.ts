import * as fc from 'fast-check';
import { parseCues } from './cue-parser.js';
import { cueParagraphs, formatWebVtt, toCueText, transcriptOfCues, type TranscriptCue } from './cues.js';

const HOSTILE = fc.constantFrom(
  '-->',
  '\n',
  '\n\n',
  '\r',
  'WEBVTT',
  'NOTE x',
  '00:01.000 --> 00:02.000',
  '<b>',
  '</v>',
  '&amp;',
  '&',
  '<',
  '>',
  '{\\an8}',
  '7',
  '\0',
  '\ud800',
  ' word ',
);
const hostileText = fc.array(fc.oneof(HOSTILE, fc.string()), { maxLength: 8 }).map((parts) => parts.join(''));
const milliseconds = fc.integer({ min: 0, max: 80_000_000 });
const cue: fc.Arbitrary<TranscriptCue> = fc
  .tuple(milliseconds, fc.integer({ min: 1, max: 100_000 }), hostileText)
  .map(([start, length, text]) => ({ start: start / 1000, end: (start + length) / 1000, text: toCueText(text) }))
  .filter(({ text }) => text !== '');
const sortedCues = fc
  .array(cue, { maxLength: 12 })
  .map((cues) => cues.toSorted((a, b) => a.start - b.start || a.end - b.end));

const said = (start: number, text: string): TranscriptCue => ({ start, end: start + 1, text });

describe('formatWebVtt', () => {
  it('writes what players read', () =>
    expect(
      formatWebVtt([
        { start: 0.5, end: 2.25, text: 'Hello\nthere' },
        { start: 3661.001, end: 3662, text: '<b> & --> me' },
      ]),
    ).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.250\nHello\nthere\n\n' +
        '01:01:01.001 --> 01:01:02.000\n&lt;b&gt; &amp; --&gt; me\n',
    ));

  it('is read back as it was, whatever the cues say', () =>
    fc.assert(fc.property(sortedCues, (cues) => expect(parseCues(formatWebVtt(cues))).toEqual({ cues, faults: [] }))));

  it('writes one cue for each, even from text that was never cleaned', () =>
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 5 }), (texts) => {
        const written = formatWebVtt(texts.map((text, index) => ({ start: index, end: index + 1, text })));
        const expected = texts.map(toCueText).filter((text) => text !== '');
        expect(parseCues(written).cues.map(({ text }) => text)).toEqual(expected);
        expect(written.split('-->')).toHaveLength(expected.length + 1);
      }),
    ));
});

describe('parseCues, whatever it is given', () => {
  it('answers cues in order that can be written', () =>
    fc.assert(
      fc.property(hostileText, hostileText, (before, after) => {
        const { cues } = parseCues(`${before}\n\n00:01.000 --> 00:02.000\n${after}`);
        expect(cues).toEqual(cues.toSorted((a, b) => a.start - b.start || a.end - b.end));
        for (const { start, end, text } of cues) {
          expect(end).toBeGreaterThan(start);
          expect(toCueText(text)).toBe(text);
        }
      }),
    ));

  it.each(['-->', '<', '<a', '&#', '{\\', '\n', '0', '00:', ' ', '\t-->', '7\n', '00:01.000 --> 00:02.000\n<'])(
    'reads half a million characters of %j in a straight line',
    (piece) => {
      const long = piece.repeat(500_000 / piece.length);
      for (const start of ['WEBVTT\n\n00:01.000 --> 00:02.000\n', '1\n00:01.000 --> 00:02.000\n', 'WEBVTT\n\n', '']) {
        const { cues } = parseCues(`${start}${long}\n\n00:03.000 --> 00:04.000\nAt last`);
        expect(cues.at(-1)).toEqual({ start: 3, end: 4, text: 'At last' });
      }
    },
  );
});

describe('transcriptOfCues', () => {
  it('joins what is said in one go', () =>
    expect(transcriptOfCues([said(0, 'I loved\nto run'), said(1, 'and to sing.'), said(2, 'Then')])).toBe(
      'I loved to run and to sing. Then',
    ));

  it('begins a paragraph after a pause that ends a sentence, not within one', () => {
    const cues = [said(0, 'It began.'), said(4, 'Nobody knew'), said(9, 'why.'), said(10.5, 'Then')];
    expect(transcriptOfCues(cues)).toBe('It began.\n\nNobody knew why. Then');
    expect(cueParagraphs(cues).map((paragraph) => paragraph.length)).toEqual([1, 3]);
  });

  it('parts a long flow at the end of a sentence', () => {
    const cues = Array.from({ length: 20 }, (_, second) => said(second, 'A sentence of about forty letters, it is.'));
    expect(cueParagraphs(cues).map((paragraph) => paragraph.length)).toEqual([13, 7]);
  });

  it('of nothing is nothing', () => expect(transcriptOfCues([])).toBe(''));
});

describe('refuses', () => {
  it('control characters, blank lines and broken letters in the text of a cue', () => {
    expect(toCueText('a\tb')).toBe('a b');
    expect(toCueText('one\vtwo\f\u0085three')).toBe('one two  three');
    expect(toCueText(' a\0b\u0007 \r\n\r\n\t c\ud800 \n')).toBe('ab\nc\ufffd');
  });
});

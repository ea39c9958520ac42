import { type CueFault, parseCues } from './cue-parser.js';
import type { TranscriptCue } from './cues.js';

const HELLO: TranscriptCue = { start: 1, end: 2.5, text: 'Hello' };
const cues = (source: string) => parseCues(source).cues;
const faults = (source: string): CueFault[] => parseCues(source).faults;

describe('parseCues', () => {
  it.each([
    ['WebVTT', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n'],
    ['hours that are missing', 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello'],
    ['a last line without its end', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello'],
    ['a byte order mark', '\ufeffWEBVTT\n\n00:01.000 --> 00:02.500\nHello'],
    ['CRLF', 'WEBVTT\r\n\r\n00:01.000 --> 00:02.500\r\nHello\r\n'],
    ['CR alone', 'WEBVTT\r\r00:01.000 --> 00:02.500\rHello\r'],
    ['a title', 'WEBVTT - My story\nKind: captions\n\n00:01.000 --> 00:02.500\nHello'],
    ['settings', 'WEBVTT\n\n00:01.000 --> 00:02.500 align:start position:10%,line-left\nHello'],
    ['the name of a cue', 'WEBVTT\n\nthe first --\n00:01.000 --> 00:02.500\nHello'],
    ['no blank line after the header', 'WEBVTT\n00:01.000 --> 00:02.500\nHello'],
    ['short fractions and digits', 'WEBVTT\n\n0:1 --> 0:2.5\nHello'],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n'],
    ['SubRip without numbers', '00:00:01,000-->00:00:02,500\nHello'],
    ['SubRip with positions', '1\n00:00:01,000 --> 00:00:02,500 X1:1 X2:2\n{\\an8}<font color="#fff">Hello</font>'],
    ['a blank line below the times', '1\n00:00:01,000 --> 00:00:02,500\n\nHello'],
    ['a file that was cut off in a number', '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2'],
  ])('reads %s', (_what, source) => expect(parseCues(source)).toEqual({ cues: [HELLO], faults: [] }));

  it('leaves notes, styles and regions out, and cues that were made a note', () => {
    const asides = [
      'NOTE by me',
      'NOTE\nof two lines',
      'STYLE\n::cue { color: red }',
      'REGION\nid:a',
      'NOTE\n00:00.000 --> 00:01.000\nNot said',
    ];
    expect(cues(['WEBVTT', ...asides, '00:01.000 --> 00:02.500\nHello', 'NOTE end'].join('\n\n'))).toEqual([HELLO]);
  });

  it('keeps a word that only begins like one of them', () =>
    expect(cues('WEBVTT\n\nNOTEBOOK\n00:01.000 --> 00:02.500\nHello')).toEqual([HELLO]));

  it.each([
    ['<v Anna><c.loud>Hello</c> <00:00:01.500>there</v>', 'Hello there'],
    ['A &lt;b&gt; &amp;amp; &quot;c&quot; &#8211; &#x2014;', 'A <b> &amp; "c" – —'],
    ['5 < 6, I <3 you & me', '5 < 6, I <3 you & me'],
    ['&unknown; &#0; &#xffffff;', '&unknown;'],
    ['&#1114111;&#x10ffff;&#x110000;', '\u{10ffff}\u{10ffff}'],
    ['- One\n- Two', '- One\n- Two'],
    ['Home --> work', 'Home --> work'],
  ])('reads the text %j as %j', (source, text) =>
    expect(cues(`WEBVTT\n\n00:01.000 --> 00:02.500\n${source}`)).toEqual([{ ...HELLO, text }]),
  );

  it('keeps what lasts to the very end of a day', () =>
    expect(cues('WEBVTT\n\n00:00.000 --> 24:00:00.000\nHello')).toEqual([{ start: 0, end: 86_400, text: 'Hello' }]));

  it('keeps what is only a note at the beginning of a block of WebVTT', () => {
    const text = 'Hello\nNOTE this';
    expect(cues(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}`)).toEqual([{ ...HELLO, text }]);
    expect(cues('1\n00:00:01,000 --> 00:00:02,500\nHello\n\nNOTE this')).toEqual([{ ...HELLO, text }]);
  });

  it('sorts cues and keeps those that overlap', () => {
    const source = 'WEBVTT\n\n00:04.000 --> 00:09.000\nB\n\n00:01.000 --> 00:05.000\nA\n\n00:04.000 --> 00:05.000\nC';
    expect(cues(source).map(({ text }) => text)).toEqual(['A', 'C', 'B']);
  });

  it('finds the next cue where the blank line between them is missing', () => {
    const source = '1\n00:00:01,000 --> 00:00:02,500\nHello\n2\n00:00:03,000 --> 00:00:04,000\nthere';
    expect(cues(source).map(({ text }) => text)).toEqual(['Hello', 'there']);
  });

  it('drops the number of the next cue, of any length', () => {
    const source = '9\n00:00:01,000 --> 00:00:02,500\nHello\n10\n00:00:03,000 --> 00:00:04,000\nthere\n\n11';
    expect(cues(source).map(({ text }) => text)).toEqual(['Hello', 'there']);
  });

  it('takes a line of blanks for a blank one', () => {
    const source = 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello\n \t \nlost';
    expect(cues(source)).toEqual([HELLO]);
  });

  it('keeps a year that is all that someone says', () => {
    const source = '00:00:01,000 --> 00:00:02,500\n1985\n\n00:00:03,000 --> 00:00:04,000\nthere';
    expect(cues(source).map(({ text }) => text)).toEqual(['1985', 'there']);
    expect(cues(source.replace('\n\n', '\n')).map(({ text }) => text)).toEqual(['1985', 'there']);
  });

  it('keeps empty lines inside a cue of SubRip together', () =>
    expect(cues('1\n00:00:01,000 --> 00:00:02,500\nOne\n\nTwo\n\n2\n00:00:03,000 --> 00:00:04,000\nB')[0]).toEqual({
      ...HELLO,
      text: 'One\nTwo',
    }));

  describe('of captions that roll, as YouTube writes its own,', () => {
    /** Each line comes word by word below the one before, and once more by itself for an instant. */
    const ROLLING = [
      'WEBVTT\nKind: captions\nLanguage: en',
      '00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nhi<00:00:00.400><c> everyone</c><00:00:00.800><c> I</c>',
      '00:00:02.389 --> 00:00:02.399 align:start position:0%\nhi everyone I\n ',
      '00:00:02.399 --> 00:00:04.710 align:start position:0%\nhi everyone I\nloved<00:00:02.720><c> to run</c>',
      '00:00:04.710 --> 00:00:04.720 align:start position:0%\nloved to run\n ',
      '00:00:04.720 --> 00:00:06.150 align:start position:0%\nloved to run\nwith<00:00:05.000><c> you</c>',
      '00:00:06.150 --> 00:00:06.160 align:start position:0%\nwith you\n ',
    ].join('\n\n');

    it('keeps every line once', () =>
      expect(cues(ROLLING)).toEqual([
        { start: 0.16, end: 2.399, text: 'hi everyone I' },
        { start: 2.399, end: 4.72, text: 'loved to run' },
        { start: 4.72, end: 6.16, text: 'with you' },
      ]));

    it('keeps two lines of which the upper one was said before', () => {
      const timed = [
        '00:01.000 --> 00:02.000\nOne\nTwo',
        '00:02.000 --> 00:03.000\nTwo\nThree\nFour',
        '00:03.000 --> 00:04.000\nThree\nFour\nFive',
      ];
      expect(cues(['WEBVTT', ...timed].join('\n\n')).map(({ text }) => text)).toEqual([
        'One\nTwo',
        'Three\nFour',
        'Five',
      ]);
    });

    it('keeps a word that is said again', () => {
      const again = 'WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.';
      expect(cues(again).map(({ text }) => text)).toEqual(['No.', 'No.']);
      const later = 'WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:05.000 --> 00:06.000\nNo.\nNever.';
      expect(cues(later).map(({ text }) => text)).toEqual(['No.', 'No.\nNever.']);
    });
  });

  it('drops what says nothing', () =>
    expect(parseCues('WEBVTT\n\n00:01.000 --> 00:02.000\n<b></b>\n\n00:03.000 --> 00:04.000\n\n')).toEqual({
      cues: [],
      faults: [],
    }));

  describe('refuses', () => {
    it.each([
      ['00:02.000 --> 00:01.000', 'reversed'],
      ['00:02.000 --> 00:02.000', 'reversed'],
      ['-00:00:01.000 --> 00:00:02.000', 'negative'],
      ['-00:00.000 --> 00:00:02.000', 'negative'],
      ['1:2:3:4 --> 00:02.000', 'unreadable'],
      ['00:01.000 --> 1:2:3:4', 'unreadable'],
      ['00:00.000 --> 24:00:00.001', 'too late'],
      ['00:01.000 --> 99:00:00.000', 'too late'],
    ] as const)('the times %j and tells the line', (times, reason) => {
      const source = `WEBVTT\n\n${times}\nLost\n\n00:01.000 --> 00:02.500\nHello`;
      expect(parseCues(source)).toEqual({ cues: [HELLO], faults: [{ line: 3, reason }] });
    });

    it('nothing in a text without times', () => expect(faults('Just text --> with an arrow')).toEqual([]));
  });
});

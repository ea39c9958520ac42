import { decodeText } from './decode-text.js';
import { CUE_TEXT_MAX_LENGTH, CUES_MAX, TRANSCRIPT_MAX_LENGTH } from '../common/limits.js';
import { checkCues } from './cues.js';
import { readCues, readTranscript } from './transcript-input.js';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const cuesOf = (length: number, text: string) =>
  Array.from({ length }, (_, start) => ({ start, end: start + 1, text }));

describe('readTranscript', () => {
  it.each(['', 'I loved to run.', 'WEBVTTS are files', 'We left at 10:00 --> home', `${'x '.repeat(2000)}\n${VTT}`])(
    'takes %.20j for plain text',
    (transcript) => expect(readTranscript(transcript)).toEqual({ transcript, cues: null, note: null }),
  );

  it('takes the times out of the content of a file', () =>
    expect(readTranscript(VTT)).toEqual({
      transcript: 'Hello',
      cues: [{ start: 1, end: 2.5, text: 'Hello' }],
      note: null,
    }));

  it('finds the times behind blank lines and a line or two of text, and takes what comes later for words', () => {
    const timed = '00:01.000 --> 00:02.500\nHello';
    expect(readTranscript(`${'\n \n'.repeat(20)}1\n${timed}`)).toMatchObject({ transcript: 'Hello' });
    const spoken = `${'We said so.\n'.repeat(20)}${timed}`;
    expect(readTranscript(spoken)).toEqual({ transcript: spoken, cues: null, note: null });
  });

  it('tells what it left out', () => {
    const wrong = '00:02.000 --> 00:01.000\nLost\n\n';
    expect(readTranscript(`1\n${wrong}2\n00:00:01,000 --> 00:00:02,000\nKept`)).toMatchObject({
      transcript: 'Kept',
      note: 'Left out: line 2 (it does not end after it begins).',
    });
    expect(readTranscript(`${VTT}\n\n${wrong.repeat(5)}`)).toMatchObject({
      note: expect.stringMatching(/^Left out: line 6 .*, line 9 .*, line 12 .*, and 2 more\.$/) as string,
    });
  });

  it('takes just as much as may be kept', () => {
    expect(readTranscript('x'.repeat(TRANSCRIPT_MAX_LENGTH))).toMatchObject({ cues: null });
    expect(readCues(cuesOf(CUES_MAX, 'x'))).toMatchObject({ note: null });
    expect(readCues(cuesOf(1, 'x'.repeat(CUE_TEXT_MAX_LENGTH)))).toMatchObject({ note: null });
  });

  describe('refuses', () => {
    it('a file without a timed line that can be read', () => {
      const message = 'No timed line of this transcript could be read.';
      expect(readTranscript('WEBVTT')).toBe(message);
      expect(readTranscript('WEBVTT\n\nNOTE nothing')).toBe(message);
      expect(readTranscript('1\n00:02,000 --> 00:01,000\nLost')).toBe(message);
    });

    it('too much', () => {
      const message = 'The transcript must be at most 200000 characters long.';
      expect(readTranscript('x'.repeat(TRANSCRIPT_MAX_LENGTH + 1))).toBe(message);
      expect(readCues(cuesOf(200, 'x'.repeat(1000)))).toBe(message);
      expect(readCues(cuesOf(CUES_MAX + 1, 'x'))).toBe('A transcript has at most 5000 timed lines.');
      expect(readCues(cuesOf(1, 'x'.repeat(CUE_TEXT_MAX_LENGTH + 1)))).toBe(
        'A timed line has at most 2000 characters.',
      );
    });
  });
});

describe('checkCues', () => {
  it('cleans and sorts', () =>
    expect(
      checkCues([
        { start: 3, end: 4, text: ' b\n\n' },
        { start: 1.00049, end: 2, text: 'a', more: 1 },
      ]),
    ).toEqual([
      { start: 1, end: 2, text: 'a' },
      { start: 3, end: 4, text: 'b' },
    ]));

  describe('refuses', () => {
    it.each([
      [[], 'A timed transcript has at least one line.'],
      [[null], 'Each timed line needs its times in seconds.'],
      [[{ start: '1', end: 2, text: 'a' }], 'Each timed line needs its times in seconds.'],
      [[{ start: -1, end: 2, text: 'a' }], 'Each timed line needs its times in seconds.'],
      [[{ start: 1, end: 90_000, text: 'a' }], 'Each timed line needs its times in seconds.'],
      [[{ start: 1, end: 2 }], 'Each timed line needs its text.'],
      [[{ start: 1, end: 2, text: ' \n' }], 'A timed line must not be empty.'],
      [[{ start: 2, end: 2.0004, text: 'a' }], 'A timed line must end after it begins.'],
    ])('%j', (cues, message) => expect(checkCues(cues)).toBe(message));
  });
});

const mixed = (letters: number) => 'a'.repeat(letters) + '日'.repeat(20 - letters);

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('Zoë – 日本')],
    ['UTF-8 that was damaged before', Buffer.from('Lost: \ufffd'), 'Lost: \ufffd'],
    ['UTF-8 with its mark', Buffer.from('\ufeffZoë – 日本')],
    ['UTF-16, little end first', utf16('\ufeffZoë – 日本')],
    ['UTF-16, big end first', utf16('\ufeffZoë – 日本').swap16()],
  ])('reads %s', (_encoding, bytes, text = 'Zoë – 日本') => expect(decodeText(bytes)).toBe(text));

  it('reads UTF-16 that does not say so', () => {
    expect(decodeText(utf16('Hello Zoë'))).toBe('Hello Zoë');
    expect(decodeText(utf16('Hello Zoë').swap16())).toBe('Hello Zoë');
  });

  it('believes a mark in front of text without a Latin letter', () => {
    expect(decodeText(utf16('\ufeff日本語'))).toBe('日本語');
    expect(decodeText(utf16('\ufeff日本語').swap16())).toBe('日本語');
  });

  it.each(['ÿA', 'Aÿ', 'þA', 'Aþ', 'ÿÿ', 'þþ'])('takes %s in Windows-1252 for no mark', (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toBe(text);
  });

  it('takes text for UTF-16 from three Latin letters in ten on', () => {
    expect(decodeText(utf16(mixed(7)))).toBe(mixed(7));
    expect(decodeText(utf16(mixed(7)).swap16())).toBe(mixed(7));
    expect(decodeText(utf16(mixed(6)))).toBeNull();
    expect(decodeText(utf16(mixed(6)).swap16())).toBeNull();
  });

  it('takes nothing for UTF-16 whose zeros stand in both places', () => {
    // Letters whose second byte is zero beside those whose first one is.
    const both = `${'a'.repeat(16)}${'\u0100'.repeat(4)}`;
    expect(decodeText(utf16(both))).toBeNull();
    expect(decodeText(utf16(both).swap16())).toBeNull();
    const rare = `${'a'.repeat(17)}${'\u0100'.repeat(3)}`;
    expect(decodeText(utf16(rare))).toBe(rare);
    expect(decodeText(utf16(rare).swap16())).toBe(rare);
  });

  it('judges by the beginning alone', () => {
    const text = `${'a'.repeat(2048)}${'日'.repeat(8000)}`;
    expect(decodeText(utf16(text))).toBe(text);
  });

  it.each([
    ['für Zoë', Buffer.concat([Buffer.from('für Zoë'), Buffer.of(0xe9)])],
    ['日本', Buffer.from('日本語').subarray(0, -1)],
    ['\ufeffa', Buffer.concat([Buffer.from('\ufeffa'), Buffer.of(0xff)])],
  ])('loses of UTF-8 that is damaged at one place that letter alone: %s', (text, bytes) => {
    expect(decodeText(bytes)).toBe(`${text.replace('\ufeff', '')}\ufffd`);
  });

  it.each(['für Zoë', 'café', 'Ã', 'naïve â€ façade déjà'])('takes %s in Windows-1252 for no damaged UTF-8', (text) => {
    expect(decodeText(Buffer.from(text.replace('€', '\x80'), 'latin1'))).toBe(text);
  });

  it('reads an empty file', () => expect(decodeText(new Uint8Array())).toBe(''));

  it('reads Windows-1252', () => expect(decodeText(Uint8Array.of(0x5a, 0x6f, 0xeb, 0x20, 0x93, 0x80))).toBe('Zoë “€'));

  describe('refuses', () => {
    it('what is no text', () => {
      expect(decodeText(Uint8Array.of(0, 0, 0, 0x18, 0x66, 0x74))).toBeNull();
      expect(decodeText(Buffer.from('a\0\0\0b'))).toBeNull();
    });
  });
});

import fc from 'fast-check';
import { DataUrlDecoder } from './data-url-decoder.js';

/** Decodes the inside of a JSON text that arrives in pieces of `size` characters. */
function decode(text: string, size = text.length || 1) {
  const decoder = new DataUrlDecoder();
  const pieces: Buffer[] = [];
  for (let at = 0; at < text.length; at += size) {
    pieces.push(Buffer.from(decoder.push(Buffer.from(text.slice(at, at + size)))));
  }
  const mimeType = decoder.finish();
  return { mimeType, bytes: Buffer.concat(pieces) };
}

/** A text as some senders write it in JSON: every character escaped. */
const escapeAll = (text: string) =>
  Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('DataUrlDecoder', () => {
  it.each([
    ['data:image/png;base64,', 'image/png'],
    ['data:;base64,', ''],
    ['data:video/webm;codecs=vp8,opus;base64,', 'video/webm;codecs=vp8,opus'],
    ['data:video/webm;codecs=\\"vp9,opus\\";base64,', 'video/webm;codecs="vp9,opus"'],
    ['data:video/mp4; codecs=avc1.42E01E, mp4a.40.2;base64,', 'video/mp4; codecs=avc1.42E01E, mp4a.40.2'],
  ])('reads the head %j', (head, mimeType) => {
    expect(decode(`${head}aGVsbG8=`)).toEqual({ mimeType, bytes: Buffer.from('hello') });
  });

  it('decodes no bytes at all', () => {
    expect(decode('data:image/png;base64,').bytes).toHaveLength(0);
  });

  it('decodes any bytes, however the text is cut and escaped', () => {
    const escapes = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replaceAll('/', '\\/'),
      (text: string) => text.replaceAll('+', '\\u002B').replaceAll('=', '\\u003d'),
      escapeAll,
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 40 }),
        escapes,
        (bytes, size, escape) => {
          const original = Buffer.from(bytes);
          const decoded = decode(escape(`data:video/webm;codecs=vp8,opus;base64,${original.toString('base64')}`), size);
          expect(decoded).toEqual({ mimeType: 'video/webm;codecs=vp8,opus', bytes: original });
        },
      ),
    );
  });

  describe('refuses', () => {
    it.each([
      ['nothing', ''],
      ['half a head', 'data:image/png;bas'],
      ['no scheme', 'image/png;base64,aGVsbG8='],
      ['an address', 'https://example.org/a.png;base64,aGVsbG8='],
      ['text that is not base64', 'data:text/plain,hello'],
      ['a foreign character', 'data:image/png;base64,aGV*bG8='],
      ['a character beyond ASCII', 'data:image/png;base64,aGVébG8='],
      ['a line break', 'data:image/png;base64,aGVs\\nbG8='],
      ['a raw line break', 'data:image/png;base64,aGVs\nbG8='],
      ['padding in the middle', 'data:image/png;base64,aGVsbG8=aGVs'],
      ['too much padding', 'data:image/png;base64,a==='],
      ['missing padding', 'data:image/png;base64,aGVsbG8'],
      ['a head without end', `data:${'x'.repeat(2000)};base64,aGVs`],
      ['half an escape', 'data:image/png;base64,aGVs\\u00'],
      ['no escape of JSON', 'data:image/png;base64,aGVs\\xbG8='],
    ])('%s', (_name, text) => {
      const malformed = expect.objectContaining({ status: 400, code: 'malformed_data_url' }) as Error;
      expect(() => decode(text)).toThrow(malformed);
      expect(() => decode(text, 4)).toThrow(malformed);
      expect(() => decode(text, 1)).toThrow(malformed);
    });
  });
});

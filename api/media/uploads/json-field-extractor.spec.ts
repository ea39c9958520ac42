import fc from 'fast-check';
import { JsonFieldExtractor } from './json-field-extractor.js';

const ALMOST_JSON = ['{', '}', '[', ']', '"', ':', ',', '\\', ' ', '1', 'a', '"imageData"', '"x"', 'null'];

/** Cuts bytes at the given places, wherever these fall. */
function cutAt(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

/** Feeds a text in pieces; `value` is undefined when the field is not there as a text. */
function extract(text: string, cuts: number[] = []) {
  const extractor = new JsonFieldExtractor('imageData');
  const pieces = cutAt(Buffer.from(text), cuts).map((piece) => extractor.push(piece));
  const fields = extractor.finish();
  const raw = Buffer.concat(pieces.filter((piece) => piece !== null)).toString();
  return { fields, value: extractor.found ? (JSON.parse(`"${raw}"`) as string) : undefined };
}

describe('JsonFieldExtractor', () => {
  it.each([
    ['alone', '{"imageData":"abc"}', {}, 'abc'],
    ['first', '{"imageData":"abc","a":1}', { a: 1 }, 'abc'],
    ['last', '{"a":{"b":[1,"x"]},"imageData":"abc"}', { a: { b: [1, 'x'] } }, 'abc'],
    ['between white space', ' {\n"a" : 1 ,\t"imageData" : "abc" } \n', { a: 1 }, 'abc'],
    ['empty', '{"imageData":""}', {}, ''],
    ['with escapes', String.raw`{"imageData":"a\"b\\\\","b":"c\"d"}`, { b: 'c"d' }, String.raw`a"b\\`],
    ['with its name escaped', String.raw`{"image\u0044ata":"abc"}`, {}, 'abc'],
    ['missing', '{"a":"imageData"}', { a: 'imageData' }, undefined],
    ['as null', '{"imageData":null}', { imageData: null }, undefined],
    ['as a number', '{"imageData":5,"a":1}', { imageData: 5, a: 1 }, undefined],
    [
      'deeper down only',
      '{"a":{"imageData":"x"},"b":["imageData","y"]}',
      { a: { imageData: 'x' }, b: ['imageData', 'y'] },
      undefined,
    ],
    ['beside a value of its name', '{"a":"imageData","b":"imageData"}', { a: 'imageData', b: 'imageData' }, undefined],
  ])('finds the field %s', (_where, text, fields, value) => {
    expect(extract(text)).toEqual({ fields, value });
  });

  it('agrees with JSON.parse, however the bytes are cut', () => {
    const others = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    const object = fc.tuple(others, fc.string({ unit: 'grapheme' }), others);
    fc.assert(
      fc.property(object, fc.array(fc.nat(), { maxLength: 12 }), fc.nat(4), ([before, value, after], cuts, indent) => {
        delete before['imageData'];
        delete after['imageData'];
        const whole = { ...before, imageData: value, ...after };
        const expected: Record<string, unknown> = JSON.parse(JSON.stringify(whole)) as Record<string, unknown>;
        delete expected['imageData'];
        expect(extract(JSON.stringify(whole, null, indent), cuts)).toEqual({ fields: expected, value });
      }),
    );
  });

  it('judges JSON as JSON.parse does, however the bytes are cut', () => {
    const almostJson = fc.string({ unit: fc.constantFrom(...ALMOST_JSON) });
    fc.assert(
      fc.property(almostJson, fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        const cut = outcome(() => extract(text, cuts));
        expect(cut).toEqual(outcome(() => extract(text)));
        expect(cut === 'refused' || isJsonObject(text)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  describe('refuses', () => {
    it.each([
      '',
      ' ',
      'null',
      '"imageData"',
      '[{"imageData":"abc"}]',
      '{"imageData":"abc"',
      '{"imageData":"abc',
      '{"imageData":"abc\\',
      '{"imageData":"abc"}}',
      '{"imageData":"abc"}{"a":1}',
      '{"imageData":"abc",}',
      '{"imageData" "abc"}',
      '{imageData:"abc"}',
      '{"imageData":"abc","imageData":"abd"}',
      '{"a\n":1}',
    ])('%j', (text) => {
      expect(() => extract(text)).toThrow(expect.objectContaining({ status: 400, code: 'malformed_json' }) as Error);
    });

    it('other fields that are too long', () => {
      const long = JSON.stringify({ description: 'x'.repeat(70_000), imageData: 'abc' });
      expect(() => extract(long)).toThrow(expect.objectContaining({ status: 413 }) as Error);
    });

    it('a file under another name, without keeping it', () => {
      const extractor = new JsonFieldExtractor('imageData');
      extractor.push(Buffer.from('{"otherData":"'));
      expect(() => extractor.push(Buffer.alloc(100_000, 'A'))).toThrow(
        expect.objectContaining({ status: 413 }) as Error,
      );
    });
  });
});

function outcome<T>(work: () => T): T | 'refused' {
  try {
    return work();
  } catch {
    return 'refused';
  }
}

function isJsonObject(text: string): boolean {
  const value = outcome(() => JSON.parse(text) as unknown);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

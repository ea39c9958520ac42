import { gunzipSync } from 'node:zlib';
import { createGramReader, GRAM_SLOT } from '../../../contract/search/gram-index.js';
import type { SearchRecord } from '../../../contract/search/search-index.js';
import { matchesTranscript } from '../../../contract/search/transcript-search.js';
import { HOSTILE_TRANSCRIPTS, hostileQueries, longTranscript, seededNumbers } from '../../../testing/hostile-texts.js';
import { writeGrams } from './write-grams.js';

const meta = { title: 'Anna', question: 'Life today' };
const recordsOf = (texts: string[]): SearchRecord[] =>
  texts.map((content, index) => ({ url: `/stories/anna#video-${index}`, content, meta }));

async function readerOf(texts: string[]) {
  const { file, bytes } = await writeGrams(recordsOf(texts));
  const counted = { bytes: 0 };
  const reader = createGramReader(file, async (from, to) => {
    expect(to).toBeLessThanOrEqual(bytes.length);
    counted.bytes += to - from;
    return new Uint8Array(bytes.subarray(from, to));
  });
  return { reader, counted, total: bytes.length };
}

describe('the grams of a shard', () => {
  // Also texts that fill their slots to the last place, and shorter ones than a gram.
  const texts = [
    ...HOSTILE_TRANSCRIPTS,
    longTranscript(3_000),
    'a'.repeat(GRAM_SLOT),
    'b'.repeat(GRAM_SLOT - 1),
    'ab',
    'aba',
    '.',
  ];

  it('find what a plain scan finds, whatever is in the texts', async () => {
    const { reader } = await readerOf(texts);
    const queries = [...hostileQueries(texts, 600, seededNumbers(3)), 'aaaaaaaaaaab', 'ba', 'ab', '', '  ', '\0', 'wx'];
    for (const query of queries) {
      const scanned = texts.flatMap((text, index) => (matchesTranscript(text, query) ? [index] : []));
      const { answers, isExact } = await reader.find(query);
      const found = isExact ? answers : answers.filter((answer) => matchesTranscript(texts[answer]!, query));
      expect([query, found]).toEqual([query, scanned]);
      expect([query, isExact || query.length > 30]).toEqual([query, true]);
    }
  });

  it('find it, too, where grams stand everywhere, and are read no further than they are asked for', async () => {
    const random = seededNumbers(7);
    const pick = (letters: string) => letters.charAt(Math.floor(random() * letters.length));
    const chatter = Array.from({ length: 60 }, () => Array.from({ length: 2_500 }, () => pick('abc')).join(''));
    // The heads of this one's lists are longer than what is read of them first.
    const signs = Array.from({ length: 700 }, (_, index) => `wxyz${String.fromCharCode(0x4e00 + index)}`);
    const common = [...chatter, ...signs, 'wxyz'];
    const { reader } = await readerOf(common);
    const queries = ['wxyz', `wxyz${String.fromCharCode(0x4e00 + 650)}`, 'wxyzq', 'yz'];
    for (let length = 1; length <= 12; length++) {
      for (let count = 0; count < 25; count++) queries.push(Array.from({ length }, () => pick('abc')).join(''));
    }
    for (const query of queries) {
      const scanned = common.flatMap((text, index) => (matchesTranscript(text, query) ? [index] : []));
      expect([query, await reader.find(query)]).toEqual([query, { answers: scanned, isExact: true }]);
    }
    const { reader: another, counted } = await readerOf(common);
    await another.find(chatter[0]!.slice(0, 5));
    // All that is listed under its first four characters takes more.
    expect(counted.bytes).toBeLessThan(1_500);
  });

  it('find it wherever the first part of a bucket that is read ends', async () => {
    const words = (letters: string[], length: number): string[] =>
      length === 0 ? [''] : words(letters, length - 1).flatMap((word) => letters.map((letter) => word + letter));
    const queries = [4, 5].flatMap((length) => words(['a', 'b'], length));
    for (let answers = 232; answers < 252; answers++) {
      const random = seededNumbers(answers);
      const letters = Array.from({ length: answers }, () =>
        Array.from({ length: 120 }, () => (random() < 0.5 ? 'a' : 'b')).join(''),
      );
      const { reader } = await readerOf(letters);
      for (const query of queries) {
        const scanned = letters.flatMap((text, index) => (text.includes(query) ? [index] : []));
        expect([answers, query, (await reader.find(query)).answers]).toEqual([answers, query, scanned]);
      }
    }
  });

  it('hold the records as they are', async () => {
    const { reader } = await readerOf(texts);
    const numbers = [0, 1, 5, texts.length - 2, texts.length - 1];
    const records = (await reader.records(numbers)).map((bytes) => JSON.parse(gunzipSync(bytes).toString()) as unknown);
    expect(records).toEqual(numbers.map((number) => recordsOf(texts)[number]));
  });

  it('are read together where they are neighbours', async () => {
    const { file, bytes } = await writeGrams(recordsOf(texts));
    const reads: number[] = [];
    const reader = createGramReader(file, async (from, to) => {
      reads.push(to - from);
      return new Uint8Array(bytes.subarray(from, to));
    });
    await reader.records([0, 1, 2, 3, texts.length - 1]);
    // The table of the records, the first four, and the last behind a long one.
    expect(reads).toHaveLength(3);
  });

  it('are read in small parts, and each once', async () => {
    const { reader, counted, total } = await readerOf(texts);
    await reader.find('quetzalcoatl');
    await reader.find('unstoppable');
    expect(counted.bytes).toBeLessThan(total / 50);
    const before = counted.bytes;
    await reader.find('unstoppable');
    expect(counted.bytes).toBe(before);
  });

  it('lie one or two in a bucket, in a small shard as in a large one', async () => {
    const random = seededNumbers(5);
    const letters = Array.from({ length: 30_000 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
    const [small, large] = [await writeGrams(recordsOf(['a cat'])), await writeGrams(recordsOf([letters]))];
    expect(small.file.buckets).toBe(16);
    // Some 29,000 grams of four letters, and 18,000 shorter ones.
    expect(large.file.buckets).toBe(65_536);
  });

  it('of the same records are the same, byte for byte, and of none are empty', async () => {
    const [one, two] = [await writeGrams(recordsOf(texts)), await writeGrams(recordsOf(texts))];
    expect(one.bytes.equals(two.bytes)).toBe(true);
    const { reader } = await readerOf([]);
    expect(await reader.find('anything')).toEqual({ answers: [], isExact: true });
    expect(await reader.find('a')).toEqual({ answers: [], isExact: true });
  });

  it('are asked again for what did not come', async () => {
    const { file, bytes } = await writeGrams(recordsOf(['A lark sings']));
    let isDown = true;
    const reader = createGramReader(file, async (from, to) => {
      if (isDown) throw new Error('down');
      return new Uint8Array(bytes.subarray(from, to));
    });
    await expect(reader.find('lark sings')).rejects.toThrow('down');
    await expect(reader.records([0])).rejects.toThrow('down');
    isDown = false;
    expect(await reader.find('lark sings')).toEqual({ answers: [0], isExact: true });
    expect(await reader.records([0])).toHaveLength(1);
  });
});

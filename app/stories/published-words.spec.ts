import { readNearestWords, type WordSources } from './published-words.js';

/** Parts of the archive with so many answers each, oldest first. */
const shards =
  (answers: Record<string, number>): WordSources['readShards'] =>
  async () => ({
    version: '1',
    shards: Object.keys(answers),
    grams: Object.values(answers).map((count) => ({ answers: count, slots: count, buckets: 1 })),
  });

const gone = async () => Promise.reject(new Error('gone'));

describe('words that may have been meant', () => {
  it('are the archive’s own, those that are said more often first', async () => {
    const said: Record<string, string[]> = { a: ['the', 'slept', 'sleep'], b: ['sleep', 'and'] };
    const readWords = async (shard: string) => said[shard] ?? [];
    expect(await readNearestWords('slep', { readShards: shards({ a: 1, b: 2 }), readWords })).toEqual([
      'sleep',
      'slept',
    ]);
  });

  it.each([
    ['all of an archive of few stories, however many parts it has', { a: 300, b: 300, c: 300, d: 300, e: 6 }, 'abcde'],
    [
      'the newest thousand of many, in whole parts and small ones',
      { a: 1500, b: 1500, c: 1500, d: 1500, e: 1500, f: 300, g: 6 },
      'bcdefg',
    ],
    ['as many answers of many stories with few', { a: 6000, b: 250, c: 250, d: 5500, e: 250 }, 'cde'],
  ])('are read in %s', async (_of, answers, expected) => {
    const read: string[] = [];
    const readWords = async (shard: string) => (read.push(shard), []);
    await readNearestWords('slep', { readShards: shards(answers), readWords });
    expect(read.join('')).toBe(expected);
  });

  it('are none where they cannot be read', async () => {
    expect(await readNearestWords('slep', { readShards: shards({ a: 1 }), readWords: gone })).toEqual([]);
  });
});

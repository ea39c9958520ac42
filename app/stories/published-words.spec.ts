import { readNearestWords } from './published-words.js';

const shards =
  (...folders: string[]) =>
  async () => ({ version: '1', shards: folders, grams: [] });

const gone = async () => Promise.reject(new Error('gone'));

describe('words that may have been meant', () => {
  it('are the archive’s own, those that are said more often first', async () => {
    const said: Record<string, string[]> = { a: ['the', 'slept', 'sleep'], b: ['sleep', 'and'] };
    const readWords = async (shard: string) => said[shard] ?? [];
    expect(await readNearestWords('slep', { readShards: shards('a', 'b'), readWords })).toEqual(['sleep', 'slept']);
  });

  it('are read in the newest parts of a large archive alone', async () => {
    const read: string[] = [];
    const readWords = async (shard: string) => (read.push(shard), []);
    // Five blocks of 250 stories, and the newest one in parts of fifty.
    const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    await readNearestWords('slep', { readShards: shards(...parts), readWords });
    expect(read).toEqual(parts.slice(2));
  });

  it('are none where they cannot be read', async () => {
    expect(await readNearestWords('slep', { readShards: shards('a'), readWords: gone })).toEqual([]);
  });
});

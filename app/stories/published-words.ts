import { nearestWords } from '../../api/contract/search/nearest-words.js';
import type { SearchShards } from '../../api/contract/search/search-index.js';

/** Of so many parts, the newest ones: three whole blocks and the parts of a fourth are some thousand stories, which say nearly every word. */
const SHARDS_READ = 8;

export interface WordSources {
  /** Reads /pagefind/shards.json past every cache. */
  readShards: () => Promise<SearchShards>;
  /** Reads the words in the folder of a shard, the most frequent first. */
  readWords: (shard: string) => Promise<string[]>;
}

/** What may have been meant where nothing was found, in the archive's own words; none where they cannot be read. */
export async function readNearestWords(query: string, { readShards, readWords }: WordSources): Promise<string[]> {
  try {
    const { shards } = await readShards();
    const lists = await Promise.all(shards.slice(-SHARDS_READ).map(readWords));
    return nearestWords(query, byFrequency(lists));
  } catch {
    return [];
  }
}

/** A word stands where it stands in the list that has it first. */
function byFrequency(lists: string[][]): string[] {
  const ranks = new Map<string, number>();
  for (const words of lists) {
    for (const [rank, word] of words.entries()) ranks.set(word, Math.min(rank, ranks.get(word) ?? rank));
  }
  return [...ranks].toSorted(([, a], [, b]) => a - b).map(([word]) => word);
}

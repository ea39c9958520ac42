import { nearestWords } from '../../api/contract/nearest-words.js';
import type { SearchShards } from '../../api/contract/search-index.js';

/** Six answers each of a thousand stories, the newest ones, say nearly every word there is. */
const ANSWERS_READ = 6_000;

export interface WordSources {
  /** Reads /pagefind/shards.json past every cache. */
  readShards: () => Promise<SearchShards>;
  /** Reads the words in the folder of a shard, the most frequent first. */
  readWords: (shard: string) => Promise<string[]>;
}

/** What may have been meant where nothing was found, in the archive's own words; none where they cannot be read. */
export async function readNearestWords(query: string, { readShards, readWords }: WordSources): Promise<string[]> {
  try {
    const lists = await Promise.all(newestParts(await readShards()).map(readWords));
    return nearestWords(query, byFrequency(lists));
  } catch {
    return [];
  }
}

/** As many as have `ANSWERS_READ` together. */
function newestParts({ shards, grams }: SearchShards): string[] {
  let from = shards.length;
  for (let answers = 0; from > 0 && answers < ANSWERS_READ; answers += grams[from]?.answers ?? 0) from--;
  return shards.slice(from);
}

/** A word stands where it stands in the list that has it first. */
function byFrequency(lists: string[][]): string[] {
  const ranks = new Map<string, number>();
  for (const words of lists) {
    for (const [rank, word] of words.entries()) ranks.set(word, Math.min(rank, ranks.get(word) ?? rank));
  }
  return [...ranks].toSorted(([, a], [, b]) => a - b).map(([word]) => word);
}

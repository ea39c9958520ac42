import type { GramFile } from './gram-index.js';

/** The list of search shards at /pagefind/shards.json; `version` changes whenever the list does. */
export interface SearchShards {
  version: string;
  /** Root-absolute folders, each ending in a slash; the first carries Pagefind's own files. */
  shards: string[];
  /** Of each shard, in the same order: what has to be known to read its grams. */
  grams: GramFile[];
}

/** In the folder of each shard: the words that are said in it as a JSON list in gzip, the most frequent first. */
export const WORDS_FILE = 'words.bin';

/**
 * Has to be raised when shards are written otherwise than before: these records, their grams (`write-grams.ts`) or words.
 * Those that are there are written anew then.
 */
export const SHARD_VERSION = 5;

/** One answer in the search index, in the words of Pagefind. */
export interface SearchRecord {
  /** `/stories/{userName}#video-{id}` */
  url: string;
  /** The transcript. */
  content: string;
  /** `moments`: of a timed transcript, see cue-moments.ts. */
  meta: { title: string; question: string; moments?: string };
}

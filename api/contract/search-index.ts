/** The list of search shards at /pagefind/shards.json; `version` changes whenever the list does. */
export interface SearchShards {
  version: string;
  /** Root-absolute folders, each ending in a slash; the first carries Pagefind's own files. */
  shards: string[];
  /** Size of all their transcripts as they are sent. */
  transcriptBytes: number;
}

/**
 * In the folder of each shard: its records as JSON, newest story first, in gzip whatever the web server does by itself.
 * A browser reads through them when the API is out of reach: Pagefind finds only beginnings of words.
 */
export const TRANSCRIPTS_FILE = 'transcripts.bin';

/** In the folder of each shard: the words that are said in it as a JSON list in gzip, the most frequent first. */
export const WORDS_FILE = 'words.bin';

/** One answer in the search index, in the words of Pagefind. */
export interface SearchRecord {
  /** `/stories/{userName}#video-{id}` */
  url: string;
  /** The transcript. */
  content: string;
  /** `moments`: of a timed transcript, see cue-moments.ts. */
  meta: { title: string; question: string; moments?: string };
}

import type { SearchRow } from '../../api/contract/search-answer.js';
import type { SearchRecord, SearchShards } from '../../api/contract/search-index.js';
import { rowOfRecord } from './search-row.js';

export interface TranscriptSources {
  /** Reads /pagefind/shards.json past every cache. */
  readShards: () => Promise<SearchShards>;
  /** Reads the transcripts in the folder of a shard. */
  readRecords: (shard: string) => Promise<SearchRecord[]>;
}

/** The transcripts as they are published now. */
export interface OpenTranscripts {
  /** What is still to be fetched, at most. */
  bytes: number;
  /** Every answer that contains the query, newest story first. */
  search(query: string): Promise<SearchRow[]>;
}

/** Reads through all published transcripts, fetching each shard's once: the whole search where there is no API. */
export function createPublishedTranscripts({ readShards, readRecords }: TranscriptSources) {
  const fetched = new Map<string, Promise<SearchRecord[]>>();

  const recordsOf = (shard: string): Promise<SearchRecord[]> => {
    const known = fetched.get(shard);
    if (known) return known;
    const records = readRecords(shard);
    fetched.set(shard, records);
    // One that failed is fetched again when it is asked for again.
    records.catch(() => fetched.delete(shard));
    return records;
  };

  let isOpen = false;

  return {
    /** Whether a search needs nothing but the list of shards. */
    areFetched: (): boolean => isOpen,
    async open(): Promise<OpenTranscripts> {
      const { shards, transcriptBytes } = await readShards();
      for (const shard of fetched.keys()) if (!shards.includes(shard)) fetched.delete(shard);
      const newestFirst = shards.toReversed();
      return {
        bytes: shards.every((shard) => fetched.has(shard)) ? 0 : transcriptBytes,
        search: async (query) => {
          const records = await Promise.all(newestFirst.map(recordsOf));
          isOpen = true;
          return records.flatMap((shard) => rowsOf(shard, query));
        },
      };
    },
  };
}

function rowsOf(records: SearchRecord[], query: string): SearchRow[] {
  return records.map((record) => rowOfRecord(record, query)).filter((row) => row !== null);
}

/** Reads JSON of a shard that is gzip in itself: not every web server compresses. */
export async function fetchGzipped<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body) throw new Error(`${response.status}: not published`);
  const json = response.body.pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(json).json()) as T;
}

export type PublishedTranscripts = ReturnType<typeof createPublishedTranscripts>;

import type { GramFile, GramReader } from '../../api/contract/search/gram-index.js';
import { SEARCH_PAGE_SIZE } from '../../api/contract/common/limits.js';
import { SEARCH_SHARDS_MAX_AGE_MS } from '../../api/contract/common/screen-numbers.js';
import type { SearchRow } from '../../api/contract/search/search-answer.js';
import type { SearchRecord, SearchShards } from '../../api/contract/search/search-index.js';
import { groupBy } from '../../api/contract/common/older-browsers.js';
import { rowOfRecord } from './search-row.js';

/** What a person sees first of the rows, while the rest is counted. */
const ROWS_READ_FIRST = 20;
/** Shards that are asked side by side; the newest ones first, because their rows are shown first. */
const SHARDS_AT_A_TIME = 6;

export interface GramSources {
  /** Reads /pagefind/shards.json past every cache. */
  readShards: () => Promise<SearchShards>;
  /** Reads what the folder of a shard has for searching in pieces. */
  openShard: (shard: string, file: GramFile) => GramReader;
  readRecord: (bytes: Uint8Array) => Promise<SearchRecord>;
  now: () => number;
}

/** Every answer that contains a query, newest story first. */
export interface PublishedAnswers {
  count: number;
  /** A page of rows. */
  rows: (from: number) => Promise<SearchRow[]>;
}

interface OpenGrams {
  version: string;
  readAt: number;
  newestFirst: GramReader[];
}

type Place = [shard: GramReader, answer: number];

/** Finds every piece of a word in the published shards, reading only what it needs: the whole search where no API is. */
export function createPublishedGrams({ readShards, openShard, readRecord, now }: GramSources) {
  let opened: OpenGrams | null = null;

  const open = async (): Promise<OpenGrams> => {
    if (opened && now() - opened.readAt < SEARCH_SHARDS_MAX_AGE_MS) return opened;
    const { version, shards, grams } = await readShards();
    const readers =
      opened?.version === version
        ? opened.newestFirst
        : shards.map((shard, index) => openShard(shard, grams[index]!)).toReversed();
    return (opened = { version, readAt: now(), newestFirst: readers });
  };

  /** In the order of the places, which go shard by shard. */
  const rowsAt = async (places: Place[], query: string): Promise<(SearchRow | null)[]> => {
    const byShard = groupBy(places, ([shard]) => shard);
    const records = await Promise.all(
      Array.from(byShard, ([shard, found]) => shard.records(found.map(([, answer]) => answer))),
    );
    return Promise.all(records.flat().map(async (bytes) => rowOfRecord(await readRecord(bytes), query)));
  };

  const placesIn = async (shard: GramReader, query: string): Promise<Place[]> => {
    const { answers, isExact } = await shard.find(query);
    const places = answers.map((answer): Place => [shard, answer]);
    if (isExact) return places;
    const rows = await rowsAt(places, query);
    return places.filter((_, index) => rows[index] !== null);
  };

  const searchOpened = async (query: string, onFirst: (rows: SearchRow[]) => void, signal: AbortSignal) => {
    const { newestFirst } = await open();
    const places: Place[] = [];
    let firstRows: Promise<(SearchRow | null)[]> | null = null;
    for await (const found of inOrder(newestFirst, (shard) => placesIn(shard, query))) {
      signal.throwIfAborted();
      places.push(...found);
      if (firstRows || places.length === 0) continue;
      // Not waited for: the other shards are counted meanwhile.
      firstRows = rowsAt(places.slice(0, ROWS_READ_FIRST), query);
      firstRows.then((rows) => onFirst(kept(rows))).catch(() => undefined);
    }
    const rows = async (from: number) => {
      const first = from === 0 ? ((await firstRows) ?? []) : [];
      return kept([...first, ...(await rowsAt(places.slice(from + first.length, from + SEARCH_PAGE_SIZE), query))]);
    };
    return { count: places.length, rows };
  };

  return {
    /**
     * @param onFirst gets the first rows as soon as they are known
     * @throws where the grams cannot be read, or not in pieces
     */
    async search(query: string, onFirst: (rows: SearchRow[]) => void, signal: AbortSignal): Promise<PublishedAnswers> {
      try {
        return await searchOpened(query, onFirst, signal);
      } catch (error) {
        // The list may be of yesterday.
        if (signal.aborted || opened?.readAt === now()) throw error;
        opened = null;
        return searchOpened(query, onFirst, signal);
      }
    },
  };
}

/** The results for all items in their order, of which a few are worked on at a time. */
async function* inOrder<T, R>(items: T[], work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  const start = (index: number) => {
    if (index >= items.length) return;
    running[index] = work(items[index]!);
    // Whoever waits for it in its turn is told.
    running[index].catch(() => undefined);
  };
  for (let index = 0; index < SHARDS_AT_A_TIME; index++) start(index);
  for (let index = 0; index < items.length; index++) {
    yield await running[index]!;
    start(index + SHARDS_AT_A_TIME);
  }
}

function kept(rows: (SearchRow | null)[]): SearchRow[] {
  return rows.filter((row) => row !== null);
}

export type PublishedGrams = ReturnType<typeof createPublishedGrams>;

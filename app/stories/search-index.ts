import { SEARCH_INDEX_TIMEOUT_MS, SEARCH_SHARDS_MAX_AGE_MS } from '../../api/contract/limits.js';
import type { SearchRow } from '../../api/contract/search-answer.js';
import type { SearchShards } from '../../api/contract/search-index.js';
import { openShards, type PagefindHit, type PagefindInstance, type PagefindModule } from './pagefind.js';
import { rowOfRecord } from './search-row.js';
import { withTimeout } from './with-timeout.js';

export interface IndexSources {
  /** Reads /pagefind/shards.json past every cache. */
  readShards: () => Promise<SearchShards>;
  importModule: (url: string) => Promise<PagefindModule>;
  now: () => number;
}

/** The candidates of a query, best first; `verify` fetches some of them and keeps the true ones. */
export interface IndexAnswer {
  candidates: number;
  verify: (from: number, to: number) => Promise<SearchRow[]>;
}

interface OpenIndex {
  version: string;
  readAt: number;
  pagefind: PagefindInstance;
}

/**
 * The prebuilt search index: the shards of /pagefind/shards.json, merged. The list is read again when it is older
 * than a minute, and the index is opened anew when the list changed or when anything failed or hung; a second
 * failure is thrown, and the API takes over.
 */
export function createSearchIndex({ readShards, importModule, now }: IndexSources) {
  let opened: Promise<OpenIndex> | null = null;

  const openList = async (shards: SearchShards): Promise<OpenIndex> => ({
    version: shards.version,
    readAt: now(),
    pagefind: await openShards(shards, importModule),
  });

  const refresh = async (previous: OpenIndex): Promise<OpenIndex> => {
    if (now() - previous.readAt < SEARCH_SHARDS_MAX_AGE_MS) return previous;
    const shards = await readShards();
    if (shards.version === previous.version) return { ...previous, readAt: now() };
    void previous.pagefind.destroy();
    return openList(shards);
  };

  const openLatest = (): Promise<OpenIndex> => {
    opened = limited(opened ? opened.then(refresh) : readShards().then(openList));
    return opened;
  };

  const hitsOf = async (query: string): Promise<PagefindHit[]> => {
    const { pagefind } = await openLatest();
    return (await limited(pagefind.search(query))).results;
  };

  /** Forgets an index that failed; what it still holds is let go without waiting. */
  const forget = () => {
    void opened?.then(({ pagefind }) => pagefind.destroy()).catch(() => undefined);
    opened = null;
  };

  return {
    async search(query: string): Promise<IndexAnswer> {
      const hits = await hitsOf(query).catch(() => {
        forget();
        return hitsOf(query);
      });
      return {
        candidates: hits.length,
        verify: async (from, to) => {
          const records = await limited(Promise.all(hits.slice(from, to).map((hit) => hit.data())));
          return records.map((record) => rowOfRecord(record, query)).filter((row) => row !== null);
        },
      };
    },
  };
}

function limited<T>(promise: Promise<T>): Promise<T> {
  return withTimeout(promise, SEARCH_INDEX_TIMEOUT_MS);
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;

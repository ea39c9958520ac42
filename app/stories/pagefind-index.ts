import { SEARCH_INDEX_TIMEOUT_MS, SEARCH_SHARDS_MAX_AGE_MS } from '../../api/contract/common/screen-numbers.js';
import type { SearchRow } from '../../api/contract/search/search-answer.js';
import type { SearchRecord, SearchShards } from '../../api/contract/search/search-index.js';
import { parseUrl } from '../../api/contract/common/older-browsers.js';
import { rowOfRecord } from './search-row.js';

/** What is used of Pagefind 1.6's browser module, which stands in the first shard's folder. */
export interface PagefindModule {
  createInstance(options: { basePath: string; baseUrl: string; metaCacheTag: string }): PagefindInstance;
}

export interface PagefindInstance {
  filters(): Promise<unknown>;
  mergeIndex(indexPath: string, options: { baseUrl: string; metaCacheTag: string }): Promise<void>;
  search(query: string): Promise<{ results: PagefindHit[] }>;
  destroy(): Promise<void>;
}

/** A candidate; its record is fetched when asked for. */
export interface PagefindHit {
  data(): Promise<SearchRecord>;
}

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
 * failure is thrown.
 */
export function createPagefindIndex({ readShards, importModule, now }: IndexSources) {
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

/** The promise's result, or a rejection after three seconds: the index can hang without an error. */
function limited<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`No answer within ${SEARCH_INDEX_TIMEOUT_MS} ms`);
    timer = setTimeout(() => reject(error), SEARCH_INDEX_TIMEOUT_MS);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

export type PagefindIndex = ReturnType<typeof createPagefindIndex>;

/** Opens the shards as one index. Rejects when the first one is broken; may hang when another is, so race it. */
async function openShards(
  { shards, version }: Pick<SearchShards, 'shards' | 'version'>,
  importModule: (url: string) => Promise<PagefindModule>,
): Promise<PagefindInstance> {
  const [first, ...others] = shards;
  if (first === undefined) return EMPTY_INDEX;
  const { createInstance } = await importModule(`${first}pagefind.js`);
  const options = { baseUrl: '/', metaCacheTag: version };
  const instance = createInstance({ ...options, basePath: first });
  // Rejects when the index is broken, where mergeIndex alone would wait for ever.
  await instance.filters();
  await Promise.all(others.map((shard) => instance.mergeIndex(shard, options)));
  return instance;
}

/** The index of an archive without stories. */
const EMPTY_INDEX: PagefindInstance = {
  filters: async () => ({}),
  mergeIndex: async () => undefined,
  search: async () => ({ results: [] }),
  destroy: async () => undefined,
};

const WORKER_PATH = /^\/pagefind\/[\da-f]+\/pagefind-worker\.js$/;

/** As much of the browser's Trusted Types as is used here; where there are none, no page requires them. */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: 'default', rules: { createScriptURL: (address: string) => string | null }): unknown;
}

/**
 * The page lets no text become the address of a script. Pagefind opens its worker by such a text, so that one is let
 * through, and nothing else. However often it is asked for, as by a first render that React begins again: a page takes
 * one policy of that name.
 */
export function allowSearchWorker(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes?.defaultPolicy) return;
  trustedTypes?.createPolicy('default', { createScriptURL: (address) => (isSearchWorker(address) ? address : null) });
}

export function isSearchWorker(address: string, origin = location.origin): boolean {
  const url = parseUrl(address, origin);
  return url?.origin === origin && WORKER_PATH.test(url.pathname);
}

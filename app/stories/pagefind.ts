import type { SearchRecord, SearchShards } from '../../api/contract/search-index.js';

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

/** Opens the shards as one index. Rejects when the first one is broken; may hang when another is, so race it. */
export async function openShards(
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

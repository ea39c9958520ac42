import type { SearchShards } from '../../api/contract/pages.js';
import type { SearchDataItem } from '../../api/contract/stories.js';
import { request } from '../shared/http/request.js';
import type { PagefindModule } from './pagefind.js';
import { createSearchIndex } from './search-index.js';
import { rowsOfSearchData } from './search-row.js';
import { createSearchStore } from './search-store.js';

/** The search over this site's published index and its API. */
export function createSiteSearch() {
  const index = createSearchIndex({
    readShards: async () => {
      const response = await fetch('/pagefind/shards.json', { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${response.status}: no search index`);
      return (await response.json()) as SearchShards;
    },
    importModule: (url) => import(/* @vite-ignore */ url) as Promise<PagefindModule>,
    now: Date.now,
  });
  return createSearchStore({
    index,
    searchApi: async (query, signal) => {
      const path = `/api/search-data?q=${encodeURIComponent(query)}`;
      return rowsOfSearchData(await request<SearchDataItem[]>('GET', path, undefined, { signal }), query);
    },
  });
}

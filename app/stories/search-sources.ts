import { SEARCH_API_TIMEOUT_MS } from '../../api/contract/screen-numbers.js';
import type { SearchAnswer } from '../../api/contract/search-answer.js';
import { createGramReader, GRAMS_FILE } from '../../api/contract/gram-index.js';
import type { SearchRecord, SearchShards } from '../../api/contract/search-index.js';
import { request } from '../shared/http/request.js';
import { createPublishedGrams } from './published-grams.js';
import { createRangeReader } from './range-reader.js';
import { allowSearchWorker, createSearchIndex, type PagefindModule } from './search-index.js';
import { type AskedPage, createSearchStore } from './search-store.js';

/** The search over this site's published index and its API. */
export function createSiteSearch() {
  allowSearchWorker();
  const index = createSearchIndex({
    readShards,
    importModule: (url) => import(/* @vite-ignore */ url) as Promise<PagefindModule>,
    now: Date.now,
  });
  const readRange = createRangeReader();
  const published = createPublishedGrams({
    readShards,
    openShard: (shard, file) => createGramReader(file, (from, to) => readRange(shard + GRAMS_FILE, from, to)),
    readRecord,
    now: Date.now,
  });
  return createSearchStore({ index, askApi, published });
}

async function readRecord(bytes: Uint8Array): Promise<SearchRecord> {
  const json = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(json).json()) as SearchRecord;
}

async function readShards(): Promise<SearchShards> {
  const signal = AbortSignal.timeout(SEARCH_API_TIMEOUT_MS);
  const response = await fetch('/pagefind/shards.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${response.status}: no search index`);
  return (await response.json()) as SearchShards;
}

function askApi(query: string, { from, shown }: AskedPage, signal: AbortSignal): Promise<SearchAnswer> {
  const words = new URLSearchParams({ q: query, from: String(from), shown: shown.join() });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_API_TIMEOUT_MS)]);
  return request<SearchAnswer>('GET', `/api/search-data?${words.toString()}`, undefined, { signal: limit });
}

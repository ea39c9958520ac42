import { SEARCH_API_TIMEOUT_MS, SEARCH_TRANSCRIPTS_TIMEOUT_MS } from '../../api/contract/screen-numbers.js';
import type { SearchAnswer } from '../../api/contract/search-answer.js';
import { type SearchRecord, type SearchShards, TRANSCRIPTS_FILE, WORDS_FILE } from '../../api/contract/search-index.js';
import { request } from '../shared/http/request.js';
import { createPublishedTranscripts, fetchGzipped } from './published-transcripts.js';
import { readNearestWords } from './published-words.js';
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
  const transcripts = createPublishedTranscripts({
    readShards,
    readRecords: (shard) => fetchFrom<SearchRecord[]>(shard, TRANSCRIPTS_FILE),
  });
  return createSearchStore({ index, askApi, transcripts });
}

/** Words of this site that may have been meant by a query that is found nowhere. */
export function readSiteWords(query: string): Promise<string[]> {
  return readNearestWords(query, { readShards, readWords: (shard) => fetchFrom<string[]>(shard, WORDS_FILE) });
}

function fetchFrom<T>(shard: string, file: string): Promise<T> {
  return fetchGzipped<T>(shard + file, AbortSignal.timeout(SEARCH_TRANSCRIPTS_TIMEOUT_MS));
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

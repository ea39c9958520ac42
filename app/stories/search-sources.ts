import { SEARCH_API_TIMEOUT_MS } from '../../api/contract/common/screen-numbers.js';
import { SEARCH_DATA_PATH, type SearchAnswer } from '../../api/contract/search/search-answer.js';
import { createGramReader, GRAMS_FILE } from '../../api/contract/search/gram-index.js';
import { type SearchRecord, type SearchShards, WORDS_FILE } from '../../api/contract/search/search-index.js';
import { anySignal } from '../../api/contract/common/older-browsers.js';
import { request } from '../shared/http/request.js';
import { createPublishedGrams } from './published-grams.js';
import { readNearestWords } from './published-words.js';
import { createRangeReader } from './range-reader.js';
import { allowSearchWorker, createPagefindIndex, type PagefindModule } from './pagefind-index.js';
import { type AskedPage, createSearchStore } from './search-store.js';

/** The search over this site's published index and its API. */
export function createSiteSearch() {
  allowSearchWorker();
  const index = createPagefindIndex({
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

function readRecord(bytes: Uint8Array): Promise<SearchRecord> {
  return unzipped(new Blob([new Uint8Array(bytes)]).stream());
}

/** Words of this site that may have been meant by a query that is found nowhere. */
export function readSiteWords(query: string): Promise<string[]> {
  return readNearestWords(query, { readShards, readWords });
}

async function readWords(shard: string): Promise<string[]> {
  const response = await fetch(shard + WORDS_FILE, { signal: AbortSignal.timeout(SEARCH_API_TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`${response.status}: not published`);
  return unzipped(response.body);
}

/** JSON that is gzip in itself: not every web server compresses. */
async function unzipped<T>(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<T> {
  return (await new Response(bytes.pipeThrough(new DecompressionStream('gzip'))).json()) as T;
}

async function readShards(): Promise<SearchShards> {
  const signal = AbortSignal.timeout(SEARCH_API_TIMEOUT_MS);
  const response = await fetch('/pagefind/shards.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${response.status}: no search index`);
  return (await response.json()) as SearchShards;
}

function askApi(query: string, { from, shown }: AskedPage, signal: AbortSignal): Promise<SearchAnswer> {
  const words = new URLSearchParams({ q: query, from: String(from), shown: shown.join() });
  const limit = anySignal([signal, AbortSignal.timeout(SEARCH_API_TIMEOUT_MS)]);
  return request<SearchAnswer>('GET', `${SEARCH_DATA_PATH}?${words.toString()}`, undefined, { signal: limit });
}

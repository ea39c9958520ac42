import type { SearchIndex } from './search-index.js';
import type { SearchRow } from './search-row.js';
import { IDLE, reduceSearch, type SearchEvent, type SearchState } from './search-state.js';

/** Candidates that are looked at in one go; the first go is what a person sees first. */
const BATCH = 20;
/** Candidates that are looked at when the index is all there is. */
const MAX_CANDIDATES = 200;
/** How long a query stands before the API is asked: the index answers while a person types. */
const API_DELAY_MS = 250;

export interface SearchSources {
  index: Pick<SearchIndex, 'open' | 'search'>;
  /** Every answer that contains the query, from the API. */
  searchApi: (query: string, signal: AbortSignal) => Promise<SearchRow[]>;
}

/** The search of the archive, framework-free: asks both sources about the latest query and keeps what they answer. */
export function createSearchStore({ index, searchApi }: SearchSources) {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let current = new AbortController();

  const send = (event: SearchEvent) => {
    const next = reduceSearch(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const askIndex = async (query: string, isApiDown: Promise<boolean>, tell: (event: SearchEvent) => void) => {
    const { candidates, verify } = await index.search(query);
    const look = async (from: number) => tell({ type: 'index-found', query, rows: await verify(from, from + BATCH) });
    await look(0);
    // The API knows the rest; only without it are more candidates worth their bytes.
    const end = (await isApiDown) ? Math.min(candidates, MAX_CANDIDATES) : 0;
    for (let from = BATCH; from < end; from += BATCH) await look(from);
    tell({ type: 'index-done', query, isCapped: candidates > Math.max(end, BATCH) });
  };

  /** Whether the API is down: told by this very request, or not worth knowing because a newer query took its place. */
  const askApi = async (query: string, signal: AbortSignal, tell: (event: SearchEvent) => void): Promise<boolean> => {
    try {
      await pause(API_DELAY_MS, signal);
      tell({ type: 'api-answered', query, rows: await searchApi(query, signal) });
      return false;
    } catch {
      tell({ type: 'api-failed', query });
      return !signal.aborted;
    }
  };

  return {
    read: (): SearchState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads the index before the first word is typed. A failure shows when it is asked. */
    warmUp: () => void index.open().catch(() => undefined),
    /** Searches anew, for the same query too; a blank query clears. */
    async search(text: string): Promise<void> {
      current.abort();
      const { signal } = (current = new AbortController());
      const tell = (event: SearchEvent) => {
        if (!signal.aborted) send(event);
      };
      const query = text.trim();
      tell({ type: 'asked', query });
      if (query === '') return;
      const isApiDown = askApi(query, signal, tell);
      await askIndex(query, isApiDown, tell).catch(() => tell({ type: 'index-failed', query }));
      await isApiDown;
    },
  };
}

/** Waits, and rejects when the query is no longer asked. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(new Error('No longer asked')) : resolve()), ms);
  });
}

export type SearchStore = ReturnType<typeof createSearchStore>;

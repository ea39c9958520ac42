import { SEARCH_PAGE_SIZE, SEARCH_TRANSCRIPTS_UNASKED_BYTES } from '../../api/contract/limits.js';
import type { SearchAnswer } from '../../api/contract/search-answer.js';
import type { PublishedTranscripts } from './published-transcripts.js';
import type { SearchIndex } from './search-index.js';
import { IDLE, reduceSearch, type SearchEvent, type SearchState } from './search-state.js';
import { askSuggestions } from './suggestions.js';

/** How long a query stands before the API is asked: the index answers while a person types. */
const API_DELAY_MS = 250;
/** The API is told what the index has found, to say whether it is still so; it does not wait longer for it. */
const INDEX_LEAD_MS = 1_000;

/** A page of the API's rows, and rows on the screen that it shall confirm. */
export interface AskedPage {
  from: number;
  shown: string[];
}

export interface SearchSources {
  index: Pick<SearchIndex, 'open' | 'search'>;
  askApi: (query: string, page: AskedPage, signal: AbortSignal) => Promise<SearchAnswer>;
  transcripts: PublishedTranscripts;
}

/** One query from its first suggestion to its last row. */
interface Asked {
  query: string;
  signal: AbortSignal;
  tell: (event: SearchEvent) => void;
  /** Where the API goes on; null when it is not the API that answered. */
  nextPage: number | null;
}

/** The search of the archive, framework-free: asks its sources about the latest query and keeps what they answer. */
export function createSearchStore({ index, askApi, transcripts }: SearchSources) {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let current = new AbortController();
  let asked: Asked | null = null;
  let mayReadEverything = false;

  const send = (event: SearchEvent) => {
    const next = reduceSearch(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const askFirstPage = async (search: Asked) => {
    const { query, signal, tell } = search;
    const shown = state.rows.slice(0, SEARCH_PAGE_SIZE).map(({ videoId }) => videoId);
    const { count, rows, shown: confirmed } = await askApi(query, { from: 0, shown }, signal);
    search.nextPage = SEARCH_PAGE_SIZE;
    tell({ type: 'whole-answered', query, count, rows, confirmed });
  };

  const readTranscripts = async ({ query, tell }: Asked) => {
    const { bytes, search } = await transcripts.open();
    if (bytes > SEARCH_TRANSCRIPTS_UNASKED_BYTES && !mayReadEverything) {
      tell({ type: 'whole-failed', query, offeredBytes: bytes });
      return;
    }
    const rows = await search(query);
    tell({ type: 'whole-answered', query, count: rows.length, rows, confirmed: [] });
  };

  const askWhole = async (search: Asked) => {
    const { query, signal, tell } = search;
    await askFirstPage(search).catch(async () => {
      if (signal.aborted) return;
      await readTranscripts(search).catch(() => tell({ type: 'whole-failed', query, offeredBytes: null }));
    });
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
      asked = query === '' ? null : { query, signal, tell, nextPage: null };
      if (!asked) return;
      const search = asked;
      const { firstLook, lookAtMore } = askSuggestions(index, query, tell);
      await Promise.all([pause(API_DELAY_MS), Promise.race([firstLook, pause(INDEX_LEAD_MS)])]);
      if (signal.aborted) return;
      await askWhole(search);
      await firstLook;
      if (!signal.aborted && state.whole === 'failed') await lookAtMore();
    },
    /** Fetches rows until there are so many, or all. */
    async fetchRows(wanted: number): Promise<void> {
      const search = asked;
      if (!search) return;
      const { query, signal, tell } = search;
      try {
        while (!signal.aborted && search.nextPage !== null && state.rows.length < Math.min(wanted, state.count ?? 0)) {
          const from = search.nextPage;
          if (from >= (state.count ?? 0)) return;
          const { rows } = await askApi(query, { from, shown: [] }, signal);
          search.nextPage = from + SEARCH_PAGE_SIZE;
          tell({ type: 'more-found', query, rows });
        }
      } catch {
        tell({ type: 'more-failed', query });
      }
    },
    /** Reads through all published transcripts, however large they are, from now on. */
    async readEverything(): Promise<void> {
      mayReadEverything = true;
      if (!asked) return;
      const { query, tell } = asked;
      tell({ type: 'whole-asked-again', query });
      await readTranscripts(asked).catch(() => tell({ type: 'whole-failed', query, offeredBytes: null }));
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export type SearchStore = ReturnType<typeof createSearchStore>;

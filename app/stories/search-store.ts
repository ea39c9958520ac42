import { SEARCH_FAILED } from '../../api/contract/common/wordings.js';
import { SEARCH_PAGE_SIZE } from '../../api/contract/common/limits.js';
import type { SearchAnswer, SearchRow } from '../../api/contract/search/search-answer.js';
import type { PublishedGrams } from './published-grams.js';
import type { PagefindIndex } from './pagefind-index.js';
import { IDLE, reduceSearch, type SearchEvent, type SearchState } from './search-state.js';

/** How long the API alone is waited for: it sends far less than the published index, and knows every match. */
const API_LEAD_MS = 1_000;

/** Candidates that are looked at in one go; the first go is what a person sees first. */
const BATCH = 20;
/** Candidates that are looked at when the index is all there is. */
const MAX_CANDIDATES = 200;

/** A page of the API's rows, and rows on the screen that it shall confirm. */
export interface AskedPage {
  from: number;
  shown: string[];
}

export interface SearchSources {
  index: Pick<PagefindIndex, 'search'>;
  askApi: (query: string, page: AskedPage, signal: AbortSignal) => Promise<SearchAnswer>;
  published: PublishedGrams;
}

/** One query from its first suggestion to its last row. */
interface Asked {
  query: string;
  signal: AbortSignal;
  tell: (event: SearchEvent) => void;
  /** Reads a page of further rows, of whoever knows all of them. */
  readPage: ((from: number) => Promise<SearchRow[]>) | null;
  nextPage: number;
}

/** The search of the archive, framework-free: asks its sources about the latest query and keeps what they answer. */
export function createSearchStore({ index, askApi, published }: SearchSources) {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let current = new AbortController();
  let asked: Asked | null = null;
  let hasApiFailed = false;

  const send = (event: SearchEvent) => {
    const next = reduceSearch(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const askFirstPage = async (search: Asked) => {
    const { query, signal, tell } = search;
    const told = new Set<string>();
    const confirmed: SearchRow[] = [];
    let answer: SearchAnswer;
    // What is found while the API is asked stays where it stands, if it is right.
    do {
      const shown = idsToConfirm(state, told).slice(0, SEARCH_PAGE_SIZE);
      for (const id of shown) told.add(id);
      answer = await askApi(query, { from: 0, shown }, signal);
      confirmed.push(...answer.shown);
    } while (!signal.aborted && idsToConfirm(state, told).length > 0);
    search.readPage = async (from) => {
      const page = await askApi(query, { from, shown: [] }, signal);
      // Something came or was withdrawn meanwhile, and moved what comes after it: all is asked for anew.
      if (page.count !== state.count) await askFirstPage(search);
      return page.rows;
    };
    search.nextPage = SEARCH_PAGE_SIZE;
    tell({ type: 'whole-answered', query, count: answer.count, rows: answer.rows, confirmed });
  };

  /** Whether the published grams told of every match; the first rows stand there before all are counted. */
  const isAnsweredByGrams = async (search: Asked): Promise<boolean> => {
    const { query, signal, tell } = search;
    try {
      const tellFirst = (rows: SearchRow[]) => tell({ type: 'index-found', query, rows });
      const found = await published.search(query, tellFirst, signal);
      const rows = await found.rows(0);
      if (state.whole === 'done') return true;
      search.readPage = found.rows;
      tell({ type: 'whole-answered', query, count: found.count, rows, confirmed: [] });
      return true;
    } catch {
      return false;
    }
  };

  const noteFailure = () => {
    if (!hasApiFailed) console.warn(SEARCH_FAILED);
    hasApiFailed = true;
  };

  /** Whether the API answered; after a failure nobody waits for it first. */
  const isAnsweredByApi = async (search: Asked): Promise<boolean> => {
    try {
      await askFirstPage(search);
      hasApiFailed = false;
      return true;
    } catch {
      if (!search.signal.aborted) noteFailure();
      return false;
    }
  };

  /** After a failure nobody waits for the API first. */
  const leadOfApi = (): Promise<void> => (hasApiFailed ? Promise.resolve() : pause(API_LEAD_MS));

  /**
   * Without the API the published grams know every match. Where they cannot be read, Pagefind's index still finds the
   * beginnings of words.
   */
  const searchBesideApi = async (search: Asked, isAnswered: Promise<boolean>) => {
    const { query, signal, tell } = search;
    if ((await isAnsweredByGrams(search)) || signal.aborted) return;
    const suggestions = askSuggestions(index, query, tell);
    if ((await isAnswered) || signal.aborted) return;
    tell({ type: 'whole-failed', query });
    await suggestions.firstBatch;
    if (!signal.aborted) await suggestions.readMore();
  };

  return {
    read: (): SearchState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Searches anew, for the same query too; a blank query clears. */
    async search(text: string): Promise<void> {
      current.abort();
      const { signal } = (current = new AbortController());
      const tell = (event: SearchEvent) => {
        if (!signal.aborted) send(event);
      };
      const query = text.trim();
      tell({ type: 'asked', query });
      const search: Asked | null =
        query === '' ? null : { query, signal, tell, readPage: null, nextPage: SEARCH_PAGE_SIZE };
      asked = search;
      if (!search) return;
      const isAnswered = isAnsweredByApi(search);
      const isEarly = await Promise.race([isAnswered, leadOfApi().then(() => false)]);
      if (!isEarly && !signal.aborted) await searchBesideApi(search, isAnswered);
    },
    /** Fetches rows until there are so many, or all. */
    async fetchRows(wanted: number): Promise<void> {
      const search = asked;
      if (!search) return;
      const { query, signal, tell } = search;
      try {
        while (!signal.aborted && search.readPage && state.rows.length < Math.min(wanted, state.count ?? 0)) {
          const { readPage, nextPage: from } = search;
          if (from >= (state.count ?? 0)) return;
          const rows = await readPage(from);
          // The API has answered meanwhile, perhaps anew: its pages may be others.
          if (search.readPage !== readPage) continue;
          search.nextPage = from + SEARCH_PAGE_SIZE;
          tell({ type: 'more-found', query, rows });
        }
      } catch {
        tell({ type: 'more-failed', query });
      }
    },
  };
}

/**
 * Asks the index about a query. `firstBatch` tells what stands in its best candidates; somebody else may know the
 * rest, so that only without them `readMore` is worth its bytes. Neither rejects.
 */
function askSuggestions(
  index: Pick<PagefindIndex, 'search'>,
  query: string,
  tell: (event: SearchEvent) => void,
): { firstBatch: Promise<void>; readMore: () => Promise<void> } {
  const answer = index.search(query);
  const read = async (upTo: number, from = 0) => {
    try {
      const { candidates, verify } = await answer;
      const end = Math.min(candidates, upTo);
      for (let at = from; at < end; at += BATCH) {
        tell({ type: 'index-found', query, rows: await verify(at, Math.min(at + BATCH, end)) });
      }
      tell({ type: 'index-done', query, isCapped: candidates > end });
    } catch {
      tell({ type: 'index-failed', query });
    }
  };
  return { firstBatch: read(BATCH), readMore: () => read(MAX_CANDIDATES, BATCH) };
}

/** Rows that nobody has confirmed: of suggestions those that a person sees first, of rows that were told as whole all. */
function idsToConfirm({ rows, whole }: SearchState, told: Set<string>): string[] {
  const standing = whole === 'done' ? rows : rows.slice(0, SEARCH_PAGE_SIZE);
  return standing.map(({ videoId }) => videoId).filter((id) => !told.has(id));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export type SearchStore = ReturnType<typeof createSearchStore>;

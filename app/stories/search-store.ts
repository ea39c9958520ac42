import { SEARCH_FAILED } from '../../api/contract/wordings.js';
import { SEARCH_PAGE_SIZE } from '../../api/contract/limits.js';
import { SEARCH_TRANSCRIPTS_UNASKED_BYTES } from '../../api/contract/screen-numbers.js';
import type { SearchAnswer } from '../../api/contract/search-answer.js';
import type { PublishedTranscripts } from './published-transcripts.js';
import type { SearchIndex } from './search-index.js';
import { IDLE, reduceSearch, type SearchEvent, type SearchState } from './search-state.js';

/** How long the API alone is waited for in a very large archive, whose index is many files: it sends far less. */
const API_LEAD_MS = 500;

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
  index: Pick<SearchIndex, 'search'>;
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
  let hasApiFailed = false;
  let mayReadEverything = false;

  const send = (event: SearchEvent) => {
    const next = reduceSearch(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const askFirstPage = async (search: Asked) => {
    const { query, signal, tell } = search;
    const shown = shownIds(state);
    let answer = await askApi(query, { from: 0, shown }, signal);
    const shownSince = shownIds(state);
    // What the index has found meanwhile stays where it stands, if it is right.
    const isConfirmed = shownSince.every((id) => shown.includes(id));
    if (!isConfirmed && !signal.aborted) answer = await askApi(query, { from: 0, shown: shownSince }, signal);
    search.nextPage = SEARCH_PAGE_SIZE;
    tell({ type: 'whole-answered', query, count: answer.count, rows: answer.rows, confirmed: answer.shown });
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

  /** The index is asked at once where it is small, and where the API did not answer before. */
  const headStartOfApi = async (): Promise<void> => {
    if (hasApiFailed || transcripts.areFetched()) return;
    const bytes = await transcripts.open().then(
      (opened) => opened.bytes,
      () => 0,
    );
    if (bytes > SEARCH_TRANSCRIPTS_UNASKED_BYTES) await pause(API_LEAD_MS);
  };

  /** The index gives the first rows; all of them come from the API, and without it from the published transcripts. */
  const searchBesideApi = async (search: Asked, isAnswered: Promise<boolean>) => {
    const { query, signal, tell } = search;
    const suggestions = transcripts.areFetched() ? null : askSuggestions(index, query, tell);
    if (suggestions && (await isAnswered)) return;
    if (signal.aborted) return;
    await readTranscripts(search).catch(() => tell({ type: 'whole-failed', query, offeredBytes: null }));
    await suggestions?.firstBatch;
    if (!signal.aborted && state.whole === 'failed') await suggestions?.readMore();
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
      const search = query === '' ? null : { query, signal, tell, nextPage: null };
      asked = search;
      if (!search) return;
      const isAnswered = isAnsweredByApi(search);
      const isEarly = await Promise.race([isAnswered, headStartOfApi().then(() => false)]);
      if (!isEarly && !signal.aborted) await searchBesideApi(search, isAnswered);
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

/**
 * Asks the index about a query. `firstBatch` tells what stands in its best candidates; somebody else may know the
 * rest, so that only without them `readMore` is worth its bytes. Neither rejects.
 */
function askSuggestions(
  index: Pick<SearchIndex, 'search'>,
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

/** Of the rows that a person sees first. */
function shownIds({ rows }: SearchState): string[] {
  return rows.slice(0, SEARCH_PAGE_SIZE).map(({ videoId }) => videoId);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export type SearchStore = ReturnType<typeof createSearchStore>;

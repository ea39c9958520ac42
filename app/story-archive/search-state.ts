import { matchesTranscript } from '../../api/contract/transcript-search.js';
import type { SearchRow } from './search-row.js';

type SourceStatus = 'pending' | 'done' | 'failed';

/** What is known of one query. A blank query is the archive without a search. */
export interface SearchState {
  query: string;
  rows: SearchRow[];
  /** The prebuilt index: fast, and right in what it shows, but it misses matches within words. */
  index: SourceStatus;
  /** The API: knows every match. */
  api: SourceStatus;
  /** The index had more candidates than were looked at. */
  isCapped: boolean;
}

export type SearchEvent =
  | { type: 'asked'; query: string }
  | { type: 'index-found'; query: string; rows: SearchRow[] }
  | { type: 'index-done'; query: string; isCapped: boolean }
  | { type: 'index-failed'; query: string }
  | { type: 'api-answered'; query: string; rows: SearchRow[] }
  | { type: 'api-failed'; query: string };

export type SearchPhase = 'idle' | 'searching' | 'partial' | 'complete' | 'index-only' | 'failed';

export const IDLE: SearchState = { query: '', rows: [], index: 'done', api: 'done', isCapped: false };

/** The next state; an answer to a query that is no longer asked changes nothing. */
export function reduceSearch(state: SearchState, event: SearchEvent): SearchState {
  if (event.type === 'asked') return ask(state, event.query);
  if (event.query !== state.query || state.query === '') return state;
  switch (event.type) {
    case 'index-found':
      return state.api === 'done' ? state : { ...state, rows: merge(state.rows, event.rows) };
    case 'index-done':
      return { ...state, index: 'done', isCapped: event.isCapped && state.api !== 'done' };
    case 'index-failed':
      return { ...state, index: 'failed' };
    case 'api-answered':
      return { ...state, rows: complete(state.rows, event.rows), api: 'done', isCapped: false };
    case 'api-failed':
      return { ...state, api: 'failed' };
  }
}

/** What the screen shows for a state. */
export function searchPhase({ query, rows, index, api }: SearchState): SearchPhase {
  if (query === '') return 'idle';
  if (api === 'done') return 'complete';
  if (api === 'failed' && index === 'done') return 'index-only';
  if (api === 'failed' && index === 'failed') return 'failed';
  return rows.length > 0 ? 'partial' : 'searching';
}

/** Rows of the query before that still match stand at once: what was found while typing is not taken away. */
function ask(state: SearchState, query: string): SearchState {
  if (query === '') return IDLE;
  const rows = state.rows.filter((row) => matchesTranscript(row.transcript, query));
  return { query, rows, index: 'pending', api: 'pending', isCapped: false };
}

function merge(rows: SearchRow[], more: SearchRow[]): SearchRow[] {
  const known = new Set(rows.map((row) => row.videoId));
  return [...rows, ...more.filter((row) => !known.has(row.videoId))];
}

/** The API's rows, with those that are on the screen already in the place where they stand. */
function complete(rows: SearchRow[], all: SearchRow[]): SearchRow[] {
  const byId = new Map(all.map((row) => [row.videoId, row]));
  const standing = rows.map((row) => byId.get(row.videoId)).filter((row) => row !== undefined);
  return merge(standing, all);
}

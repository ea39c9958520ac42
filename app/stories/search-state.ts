import type { SearchRow } from '../../api/contract/search/search-answer.js';
import { matchesTranscript } from '../../api/contract/search/transcript-search.js';

type SourceStatus = 'pending' | 'done' | 'failed';

/** What is known of one query. A blank query is the archive without a search. */
export interface SearchState {
  query: string;
  /** In the order in which they are shown. Of many, the API hands out a page at a time. */
  rows: SearchRow[];
  /** How many answers contain the query, once somebody who knows has said so. */
  count: number | null;
  /** The prebuilt index: fast, and right in what it shows, but it misses matches within words. */
  index: SourceStatus;
  /** Who knows every match: the API, or without it the published grams. */
  whole: SourceStatus;
  /** The index had more candidates than were looked at. */
  isCapped: boolean;
  /** The next page of rows did not come. */
  hasMoreFailed: boolean;
}

export type SearchEvent =
  | { type: 'asked'; query: string }
  | { type: 'index-found'; query: string; rows: SearchRow[] }
  | { type: 'index-done'; query: string; isCapped: boolean }
  | { type: 'index-failed'; query: string }
  /** `confirmed`: of the rows that stood there those that are right. */
  | { type: 'whole-answered'; query: string; count: number; rows: SearchRow[]; confirmed: SearchRow[] }
  | { type: 'whole-failed'; query: string }
  | { type: 'more-found'; query: string; rows: SearchRow[] }
  | { type: 'more-failed'; query: string };

export type SearchPhase = 'idle' | 'searching' | 'partial' | 'complete' | 'index-only' | 'failed';

const NOTHING = { rows: [], count: null, isCapped: false, hasMoreFailed: false };
export const IDLE: SearchState = { ...NOTHING, query: '', index: 'done', whole: 'done' };

/** The next state; an answer to a query that is no longer asked changes nothing. */
export function reduceSearch(state: SearchState, event: SearchEvent): SearchState {
  if (event.type === 'asked') return ask(state, event.query);
  if (event.query !== state.query || state.query === '') return state;
  switch (event.type) {
    case 'index-found':
      return state.whole === 'done' ? state : { ...state, rows: mergeRows(state.rows, event.rows) };
    case 'index-done':
      return { ...state, index: 'done', isCapped: event.isCapped && state.whole !== 'done' };
    case 'index-failed':
      return { ...state, index: 'failed' };
    case 'whole-answered': {
      const rows = completeRows(state.rows, event.confirmed, event.rows);
      return { ...state, rows, count: event.count, whole: 'done', isCapped: false };
    }
    case 'whole-failed':
      return { ...state, whole: 'failed' };
    case 'more-found':
      return { ...state, rows: mergeRows(state.rows, event.rows), hasMoreFailed: false };
    case 'more-failed':
      return { ...state, hasMoreFailed: true };
  }
}

/** What the screen shows for a state. */
export function searchPhase({ query, rows, index, whole }: SearchState): SearchPhase {
  if (query === '') return 'idle';
  if (whole === 'done') return 'complete';
  if (whole === 'failed' && index === 'done') return 'index-only';
  if (whole === 'failed' && index === 'failed') return 'failed';
  return rows.length > 0 ? 'partial' : 'searching';
}

/** Whether it is known that nobody has said it. */
export function hasNothing(state: SearchState): boolean {
  return searchPhase(state) === 'complete' && state.rows.length === 0;
}

/** Rows of the query before that still match stand at once: what was found while typing is not taken away. */
function ask(state: SearchState, query: string): SearchState {
  if (query === '') return IDLE;
  const rows = state.rows.flatMap((row) =>
    matchesTranscript(row.text, query) ? { ...row, seconds: query === state.query ? row.seconds : null } : [],
  );
  return { ...NOTHING, query, rows, index: 'pending', whole: 'pending' };
}

/** Rows that stand on the screen stay in their place, each as it was told last; the new ones follow. */
function mergeRows(standing: SearchRow[], more: SearchRow[]): SearchRow[] {
  const told = new Map(more.map((row) => [row.videoId, row]));
  const kept = standing.map((row) => latest(row, told.get(row.videoId)));
  const known = new Set(standing.map(({ videoId }) => videoId));
  return [...kept, ...more.filter(({ videoId }) => !known.has(videoId))];
}

/**
 * The rows that somebody who knows every match has told of, those that stand on the screen in their place;
 * one that was not confirmed goes.
 */
function completeRows(standing: SearchRow[], confirmed: SearchRow[], rows: SearchRow[]): SearchRow[] {
  const right = new Set([...confirmed, ...rows].map(({ videoId }) => videoId));
  return mergeRows(
    mergeRows(
      standing.filter(({ videoId }) => right.has(videoId)),
      confirmed,
    ),
    rows,
  );
}

/** A transcript that is here in full is not exchanged for a part of it. */
function latest(row: SearchRow, told: SearchRow | undefined): SearchRow {
  if (!told) return row;
  const isKnownWhole = row.isWhole && !told.isWhole && row.text.includes(told.text);
  return isKnownWhole ? { ...told, text: row.text, isWhole: true } : told;
}

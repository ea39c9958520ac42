import { useDeferredValue, useRef } from 'react';
import { namesakeMarks } from '../../api/contract/stories/namesakes.js';
import type { SearchRow } from '../../api/contract/search/search-answer.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { ResultRow } from './result-row.js';
import { NearestWords } from './nearest-words.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import { hasNothing, searchPhase, type SearchState } from './search-state.js';
import { useShownRows } from './use-shown-rows.js';

/** More than any screen shows at once: these stand there while the rest of a page is made. */
const ROWS_PAINTED_FIRST = 12;

interface SearchResultsProps {
  state: SearchState;
  onRetry: () => void;
  /** So many rows are about to be shown. */
  onMore: (count: number) => Promise<void>;
  onSearch: (words: string) => void;
}

/** The results of a search, with one line that always says how far it has come. */
export function SearchResults({ state, onRetry, onMore, onSearch }: SearchResultsProps) {
  const phase = searchPhase(state);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useShownRows(state.query, phase === 'complete', onMore);
  const count = state.count ?? state.rows.length;
  const rows = state.rows.slice(0, shown.count);
  const marks = namesakeMarks(peopleOf(rows));
  const areFirstShown = useDeferredValue(rows.length > 0 && state.query, false) === state.query;
  const isWhole = areFirstShown || shown.isReturn || rows.length <= ROWS_PAINTED_FIRST;
  // The word that was pressed goes with the other results.
  const searchInstead = (words: string) => {
    title.current?.focus();
    onSearch(words);
  };
  return (
    <section
      aria-labelledby="search-title"
      aria-busy={phase === 'searching' || phase === 'partial' || !isWhole}
      className="mt-8"
    >
      <h2 id="search-title" ref={title} tabIndex={-1} className="text-xl outline-none">
        {heading(state, count)}
      </h2>
      <SearchStatus state={state} />
      {(phase === 'failed' || phase === 'index-only') && rows.length === 0 && (
        <Button variant="outline" className="mt-4" onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
      {hasNothing(state) && <NearestWords query={state.query} onSearch={searchInstead} />}
      <ol className="mt-4">
        {(isWhole ? rows : rows.slice(0, ROWS_PAINTED_FIRST)).map((row) => (
          <ResultRow key={row.videoId} row={row} mark={marks.get(row.userName)} query={state.query} />
        ))}
      </ol>
      {isWhole && count > rows.length && (
        <Button variant="outline" className="mt-8" onClick={shown.showMore}>
          {messages.showMore}
        </Button>
      )}
      {state.hasMoreFailed && (
        <StatusLine tone="danger" className="mt-2 text-sm">
          {messages.moreFailed}
        </StatusLine>
      )}
    </section>
  );
}

/** Each of them once, however much they said. */
function peopleOf(rows: SearchRow[]): SearchRow[] {
  return [...new Map(rows.map((row) => [row.userName, row])).values()];
}

/** Where not everybody could be asked, nobody knows that there is nothing, and no number says so. */
function heading(state: SearchState, count: number): string {
  const phase = searchPhase(state);
  if (phase === 'searching') return messages.searching;
  if (phase === 'failed' && count === 0) return messages.unreachable;
  if (phase === 'index-only' && count === 0) return messages.someResults;
  return messages.results(count, state.isCapped);
}

/** One line that says how far a search has come. Its count stands in the heading already, and is only read out. */
function SearchStatus({ state }: { state: SearchState }) {
  const phase = searchPhase(state);
  const text = statusText(state);
  const isCounted = state.rows.length > 0 && (phase === 'complete' || phase === 'index-only');
  return (
    <StatusLine className="mt-1 text-sm">
      {isCounted && (
        <span className="sr-only">{messages.results(state.count ?? state.rows.length, state.isCapped)}. </span>
      )}
      {text}
    </StatusLine>
  );
}

function statusText(state: SearchState): string {
  const phase = searchPhase(state);
  if (phase === 'searching' || phase === 'partial') return messages.stillLooking;
  if (phase === 'failed') return messages.failed;
  const nothing = state.rows.length === 0 ? messages.noResults(state.query) : '';
  return phase === 'index-only' ? `${nothing}${nothing && '. '}${messages.indexOnly}` : nothing;
}

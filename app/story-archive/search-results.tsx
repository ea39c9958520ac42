import { useState } from 'react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { ResultRow } from './result-row.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import { searchPhase, type SearchState } from './search-state.js';

const SHOWN_AT_ONCE = 50;

interface SearchResultsProps {
  state: SearchState;
  onRetry: () => void;
}

/** The results of a search, with one line that always says how far it has come. */
export function SearchResults({ state, onRetry }: SearchResultsProps) {
  const [shown, setShown] = useState({ query: state.query, count: SHOWN_AT_ONCE });
  const count = shown.query === state.query ? shown.count : SHOWN_AT_ONCE;
  const phase = searchPhase(state);
  const isEmpty = state.rows.length === 0;
  return (
    <section aria-labelledby="search-title" className="mt-8">
      <h2 id="search-title" className="text-xl">
        {phase === 'searching' ? messages.searching : messages.results(state.rows.length, state.isCapped)}
      </h2>
      <StatusLine className="mt-1 text-sm">{statusText(state)}</StatusLine>
      {phase === 'failed' && isEmpty && (
        <Button variant="outline" className="mt-4" onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
      <ol className="mt-4">
        {state.rows.slice(0, count).map((row) => (
          <ResultRow key={row.videoId} row={row} query={state.query} />
        ))}
      </ol>
      {state.rows.length > count && (
        <Button
          variant="outline"
          className="mt-8"
          onClick={() => setShown({ query: state.query, count: count + SHOWN_AT_ONCE })}
        >
          {messages.showMore}
        </Button>
      )}
    </section>
  );
}

function statusText(state: SearchState): string {
  const phase = searchPhase(state);
  if (phase === 'searching' || phase === 'partial') return messages.stillLooking;
  if (phase === 'failed') return messages.failed;
  const nothing = state.rows.length === 0 ? messages.noResults(state.query) : '';
  return phase === 'index-only' ? `${nothing}${nothing && '. '}${messages.indexOnly}` : nothing;
}

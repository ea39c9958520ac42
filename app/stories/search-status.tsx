import { StatusLine } from '../shared/ui/status-line.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import { searchPhase, type SearchState } from './search-state.js';

/** One line that says how far a search has come. Its count stands in the heading already, and is only read out. */
export function SearchStatus({ state }: { state: SearchState }) {
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

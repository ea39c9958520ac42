import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SearchBox } from './search-box.js';
import { SearchResults } from './search-results.js';
import { createSiteSearch } from './search-sources.js';
import { hasNothing, IDLE, searchPhase } from './search-state.js';
import { useQueryInAddress } from './use-query-in-address.js';

/**
 * The transcript search of the archive. While it shows results the page hides its gallery (`data-searching`), and leads on
 * where it has found nothing (`data-nothing-found`).
 */
export default function SearchIsland() {
  const [store] = useState(createSiteSearch);
  const state = useSyncExternalStore(store.subscribe, store.read, () => IDLE);
  const input = useRef<HTMLInputElement>(null);
  const { query, type, submit } = useQueryInAddress(store.search, input);
  const isSearching = searchPhase(state) !== 'idle';
  const isNothingFound = hasNothing(state);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-searching', isSearching);
    document.documentElement.toggleAttribute('data-nothing-found', isNothingFound);
  }, [isSearching, isNothingFound]);
  return (
    <>
      <SearchBox input={input} query={query} onType={type} onSubmit={submit} />
      {isSearching && (
        <SearchResults state={state} onRetry={() => submit(query)} onMore={store.fetchRows} onSearch={submit} />
      )}
    </>
  );
}

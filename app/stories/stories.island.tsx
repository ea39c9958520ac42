import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SearchBox } from './search-box.js';
import { SearchResults } from './search-results.js';
import { createSiteSearch } from './search-sources.js';
import { IDLE, searchPhase } from './search-state.js';
import { useQuery } from './use-query.js';

/** The transcript search of the archive. While it shows results the page hides its gallery (`data-searching`). */
export default function SearchIsland() {
  const [store] = useState(createSiteSearch);
  const state = useSyncExternalStore(store.subscribe, store.read, () => IDLE);
  const input = useRef<HTMLInputElement>(null);
  const { query, type, submit } = useQuery(store.search, input);
  const isSearching = searchPhase(state) !== 'idle';
  useEffect(() => {
    document.documentElement.toggleAttribute('data-searching', isSearching);
  }, [isSearching]);
  return (
    <>
      <SearchBox input={input} query={query} onType={type} onSubmit={submit} />
      {isSearching && <SearchResults state={state} onRetry={() => submit(query)} onMore={store.fetchRows} />}
    </>
  );
}

import type { SearchIndex } from './search-index.js';
import type { SearchEvent } from './search-state.js';

/** Candidates that are looked at in one go; the first go is what a person sees first. */
const BATCH = 20;
/** Candidates that are looked at when the index is all there is. */
const MAX_CANDIDATES = 200;

/**
 * Asks the index about a query. `firstLook` tells what stands in its best candidates; somebody else may know the
 * rest, so that only without them `lookAtMore` is worth its bytes. Neither rejects.
 */
export function askSuggestions(
  index: Pick<SearchIndex, 'search'>,
  query: string,
  tell: (event: SearchEvent) => void,
): { firstLook: Promise<void>; lookAtMore: () => Promise<void> } {
  const answer = index.search(query);
  const look = async (upTo: number, from = 0) => {
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
  return { firstLook: look(BATCH), lookAtMore: () => look(MAX_CANDIDATES, BATCH) };
}

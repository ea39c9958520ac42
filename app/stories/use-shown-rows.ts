import { useEffect, useRef, useState } from 'react';
import { SEARCH_PAGE_SIZE } from '../../api/contract/common/limits.js';

/** How far somebody had come in the results of a history entry. */
interface Place {
  shown: number;
  top: number;
}

const KEEP_AFTER_MS = 100;

/**
 * How many rows are shown, page by page. The history entry keeps that and the scrolling, so that Back and a reload
 * lead to where somebody was; the browser alone cannot, because the rows come later than the page.
 */
export function useShownRows(query: string, isComplete: boolean, fetchRows: (count: number) => Promise<void>) {
  const [place] = useState(keptPlace);
  const kept = useRef(place && { query, ...place });
  const [shown, setShown] = useState({ query, count: place?.shown ?? SEARCH_PAGE_SIZE });
  const count = shown.query === query ? shown.count : SEARCH_PAGE_SIZE;

  useEffect(() => {
    const back = kept.current;
    const isOver = back !== null && back.query !== query;
    if (isOver || isComplete) kept.current = null;
    if (!back || isOver || !isComplete) return;
    void fetchRows(back.shown).then(() => requestAnimationFrame(() => scrollTo(0, back.top)));
  }, [query, isComplete, fetchRows]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (kept.current) return;
        const others = history.state as object | null;
        history.replaceState({ ...others, place: { shown: count, top: scrollY } satisfies Place }, '');
      }, KEEP_AFTER_MS);
    };
    addEventListener('scroll', keep, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', keep);
    };
  }, [count]);

  const showMore = () => {
    const next = count + SEARCH_PAGE_SIZE;
    setShown({ query, count: next });
    void fetchRows(next);
  };
  /** Somebody comes back to a place in these rows, which is there with the last of them. */
  const isReturn = place !== null && shown.query === query;
  return { count, showMore, isReturn };
}

function keptPlace(): Place | null {
  return (history.state as { place?: Place } | null)?.place ?? null;
}

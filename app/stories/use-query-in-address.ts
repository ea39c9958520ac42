import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long typing has to rest before the address tells it: browsers refuse to have it changed too often. */
const TYPING_PAUSE_MS = 50;

/**
 * The words in the search box, kept in the address: the first search adds a history entry, so that Back returns to
 * the gallery; what is typed after it replaces that entry. `search` is called for every change of the words, and for
 * those that came from the address, or that were typed before the page came alive.
 */
export function useQueryInAddress(search: (query: string) => void, input: RefObject<HTMLInputElement | null>) {
  const [query, setQuery] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const show = (words: string) => {
      clearTimeout(timer.current);
      setQuery(words);
      search(words);
    };
    const readAddress = () => show(queryOf(location));
    const early = queryOf(location) || input.current?.value;
    if (early) show(early);
    addEventListener('popstate', readAddress);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('popstate', readAddress);
    };
  }, [search, input]);

  const submit = (words: string) => {
    clearTimeout(timer.current);
    setQuery(words);
    writeAddress(words);
    search(words);
  };
  const type = (words: string) => {
    if (words.trim() === '') {
      submit(words);
      return;
    }
    clearTimeout(timer.current);
    setQuery(words);
    search(words);
    timer.current = setTimeout(() => writeAddress(words), TYPING_PAUSE_MS);
  };
  return { query, type, submit };
}

function writeAddress(words: string): void {
  const address = withQuery(location.href, words);
  if (address === withQuery(location.href, queryOf(location))) return;
  if (queryOf(location) === '') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/** Name of the address parameter that keeps the query. */
const PARAMETER = 'q';

/** The query in an address, blank when there is none. */
export function queryOf(address: { search: string }): string {
  return new URLSearchParams(address.search).get(PARAMETER) ?? '';
}

/** The address with another query in it; a blank one leaves no trace. */
export function withQuery(href: string, query: string): string {
  const url = new URL(href);
  if (query.trim() === '') url.searchParams.delete(PARAMETER);
  else url.searchParams.set(PARAMETER, query.trim());
  return url.pathname + url.search + url.hash;
}

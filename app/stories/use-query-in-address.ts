import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long typing has to rest before the address tells it: browsers refuse to have it changed too often. */
const TYPING_PAUSE_MS = 50;

/**
 * The words in the search box, kept in the address: the first search adds a history entry, so that Back returns to
 * the gallery; what is typed after it replaces that entry, and words that are cleared lead back, so that no Back is pressed in
 * vain after it. `search` is called for every change of the words, and for
 * those that came from the address, or that were typed before the page came alive.
 */
export function useQueryInAddress(search: (query: string) => void, input: RefObject<HTMLInputElement | null>) {
  const [query, setQuery] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef('');
  /** On the way back, which takes a moment: the address is not that of the words yet. */
  const isLeading = useRef(false);

  useEffect(() => {
    const show = (words: string) => {
      clearTimeout(timer.current);
      newest.current = words;
      setQuery(words);
      search(words);
    };
    const readAddress = () => {
      if (!isLeading.current) return show(queryOf(location));
      isLeading.current = false;
      // What was typed meanwhile.
      if (newest.current.trim() !== '') writeAddress(newest.current);
    };
    const early = queryOf(location) || input.current?.value;
    if (early) show(early);
    addEventListener('popstate', readAddress);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('popstate', readAddress);
    };
  }, [search, input]);

  const tellAddress = (words: string) => {
    if (isLeading.current) return;
    isLeading.current = words.trim() === '' && isOwnEntry();
    if (isLeading.current) history.back();
    else writeAddress(words);
  };
  const submit = (words: string) => {
    clearTimeout(timer.current);
    newest.current = words;
    setQuery(words);
    tellAddress(words);
    search(words);
  };
  const type = (words: string) => {
    if (words.trim() === '') {
      submit(words);
      return;
    }
    clearTimeout(timer.current);
    newest.current = words;
    setQuery(words);
    search(words);
    timer.current = setTimeout(() => tellAddress(words), TYPING_PAUSE_MS);
  };
  return { query, type, submit };
}

function writeAddress(words: string): void {
  const address = withQuery(location.href, words);
  if (address === withQuery(location.href, queryOf(location))) return;
  if (queryOf(location) === '') history.pushState(OWN_ENTRY, '', address);
  else
    history.replaceState(
      isOwnEntry() && queryOf(new URL(address, location.href)) !== '' ? OWN_ENTRY : null,
      '',
      address,
    );
}

/** Before the entry of a search is the same page without it. */
const OWN_ENTRY = { isSearch: true } as const;

function isOwnEntry(): boolean {
  return (history.state as Partial<typeof OWN_ENTRY> | null)?.isSearch === true;
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

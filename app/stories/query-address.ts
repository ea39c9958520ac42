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

/** One page of a longer list. */
export interface Paged<Row> {
  rows: readonly Row[];
  /** Counted from 0, and never behind the last page. */
  page: number;
  lastPage: number;
  /** The first and the last row of the page, counted from 1; both 0 where there is none. */
  from: number;
  to: number;
  total: number;
}

export function pageOf<Row>(all: readonly Row[], wantedPage: number, pageSize: number): Paged<Row> {
  const lastPage = Math.max(0, Math.ceil(all.length / pageSize) - 1);
  const page = Math.min(wantedPage, lastPage);
  const start = page * pageSize;
  const rows = all.slice(start, start + pageSize);
  return { rows, page, lastPage, from: rows.length > 0 ? start + 1 : 0, to: start + rows.length, total: all.length };
}

/** Where a page stands in a longer list. */
export interface PagePlace {
  /** Counted from 0, and never behind the last page. */
  page: number;
  lastPage: number;
  /** The first and the last row of the page, counted from 1; both 0 where there is none. */
  from: number;
  to: number;
  /** Null where only the server could count it. */
  total: number | null;
}

export function placeOf(total: number, wantedPage: number, pageSize: number): PagePlace {
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const page = Math.min(wantedPage, lastPage);
  const start = page * pageSize;
  return { page, lastPage, from: total > 0 ? start + 1 : 0, to: Math.min(total, start + pageSize), total };
}

/** One page of a list that is there as a whole. */
export interface Paged<Row> extends PagePlace {
  rows: readonly Row[];
}

export function pageOf<Row>(all: readonly Row[], wantedPage: number, pageSize: number): Paged<Row> {
  const place = placeOf(all.length, wantedPage, pageSize);
  return { ...place, rows: all.slice(place.page * pageSize, place.to) };
}

import { useIsNarrow } from '../use-is-narrow.js';
import { DataCards } from './data-cards.js';
import { DataTable } from './data-table.js';
import type { RowsProps } from './field.js';
import { Pager, usePageSize } from './pager.js';
import { pageOf } from './paging.js';

interface PagedRowsProps<Row, SortKey> extends RowsProps<Row, SortKey> {
  heading: string;
  page: number;
  onPage: (page: number) => void;
  /** Moves the focus to a row of the page. */
  focusAt: (index: number) => void;
}

/** A page of rows at a time, as a table or, on a phone, as cards. */
export function PagedRows<Row extends { id: string }, SortKey>(props: PagedRowsProps<Row, SortKey>) {
  const { heading, rows, page, onPage, focusAt, ...rest } = props;
  const paged = pageOf(rows, page, usePageSize());
  const Rows = useIsNarrow() ? DataCards : DataTable;

  const turnTo = (next: number) => {
    onPage(next);
    focusAt(0);
  };
  return (
    <>
      <Rows {...rest} rows={paged.rows} />
      <Pager heading={heading} place={paged} onPage={turnTo} />
    </>
  );
}

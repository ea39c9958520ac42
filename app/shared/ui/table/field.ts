import type { ReactNode } from 'react';

/** What a row is drawn with, beside its data. */
interface RowContext {
  /** Id of the row's title, which tells the buttons of the rows apart. */
  describedBy: string;
  index: number;
}

/** One thing that a row tells or offers: a part of a table's column, or a line on a card. */
export interface Field<Row, SortKey = never> {
  heading: string;
  cell: (row: Row, context: RowContext) => ReactNode;
  /** The heading sorts by it. */
  sortKey?: SortKey;
  /** A small mark: its column is narrow, and on a card the marks stand side by side. */
  isMark?: boolean;
  /** On a card over the whole width. */
  isWide?: boolean;
  /** Something to do: the heading is for screen readers only, and on a card it comes last. */
  isAction?: boolean;
}

/**
 * The fields that stand in one column, one under the other. The first field of the first column is the row's title.
 * A column with an action comes last: its fields stand side by side, and stay in view as the title does.
 */
export type Column<Row, SortKey = never> = readonly Field<Row, SortKey>[];

/** How the rows of a table can be put into another order by its headings. */
export interface TableSorting<SortKey> {
  by: SortKey;
  direction: 'ascending' | 'descending';
  onSort: (by: SortKey) => void;
}

export interface RowsProps<Row, SortKey = never> {
  /** Id of the heading above. */
  labelledBy: string;
  columns: readonly Column<Row, SortKey>[];
  rows: readonly Row[];
  sorting?: TableSorting<SortKey>;
  /** A row in a line: its card on a phone says that, and the rest at a press. */
  brief?: (row: Row) => string;
  /** The element whose children are the rows. */
  listRef: (list: HTMLElement | null) => void;
}

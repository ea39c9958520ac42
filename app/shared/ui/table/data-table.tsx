import { type FocusEvent, useId } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Column, Field, RowsProps, TableSorting } from './field.js';

const CELL = 'border-b border-line px-2 text-left first:sticky first:left-0 first:pl-4 last:pr-3';
const HEADING = `${CELL} bg-surface py-2 align-bottom font-semibold first:min-w-52 lg:first:min-w-70`;
const BODY = `${CELL} bg-ground py-2.5 compact:py-1 font-normal group-last:border-b-0 group-focus-visible:bg-surface first:z-10`;
/** The cells would cover an outline around the whole row. */
const FOCUS = 'outline-accent group-focus-visible:outline-3 group-focus-visible:-outline-offset-3';
/** As wide as the longest word of its heading. */
const MARK = 'w-16 min-w-16 px-0.5! text-center!';
const AT_THE_END = 'sticky right-0 border-l';

/**
 * Rows as a table, for screens that are wide enough. It scrolls within itself, so that its headings and the titles of
 * its rows stay in view. A row can take the focus when the one before it has gone.
 */
export function DataTable<Row extends { id: string }, SortKey>(props: RowsProps<Row, SortKey>) {
  const { labelledBy, columns, rows, sorting, listRef } = props;
  const tableId = useId();
  return (
    <div
      onFocus={comeIntoView}
      className="relative max-h-[85dvh] scroll-pt-32 scroll-pr-72 scroll-pl-60 lg:scroll-pl-80 xl:scroll-pr-96 overflow-auto overscroll-x-contain rounded-card border border-line"
    >
      <table aria-labelledby={labelledBy} className="w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-0 z-20 text-left text-muted">
          <tr>
            {columns.map((column) => (
              <TableHeading
                key={keyOf(column)}
                column={column}
                sorting={sorting}
                className={`${HEADING} ${hasActions(column) ? AT_THE_END : ''} ${isMark(column) ? MARK : ''}`}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={listRef}>
          {rows.map((row, index) => (
            <tr key={row.id} tabIndex={-1} className="group outline-none">
              {columns.map((column, place) => (
                <Cell
                  key={keyOf(column)}
                  column={column}
                  row={row}
                  index={index}
                  rowId={`${tableId}-${row.id}`}
                  isFirst={place === 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A browser leaves what is within its box where it is, even where a column that stays in view lies over it. */
function comeIntoView({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface CellProps<Row, SortKey> {
  column: Column<Row, SortKey>;
  row: Row;
  rowId: string;
  index: number;
  isFirst: boolean;
}

function Cell<Row, SortKey>({ column, row, rowId, index, isFirst }: CellProps<Row, SortKey>) {
  const parts = column.map((field, place) => (
    <div key={field.heading} id={isFirst && place === 0 ? rowId : undefined}>
      {field.cell(row, { describedBy: rowId, index })}
    </div>
  ));
  if (isFirst) {
    return (
      <th scope="row" className={`${BODY} ${FOCUS}`}>
        {parts}
      </th>
    );
  }
  if (!hasActions(column)) return <td className={`${BODY} ${widthOf(column)}`}>{parts}</td>;
  return (
    <td className={`${BODY} ${AT_THE_END}`}>
      <div className="flex items-center gap-2">{parts}</div>
    </td>
  );
}

function hasActions<Row, SortKey>(column: Column<Row, SortKey>): boolean {
  return column.some(({ isAction }) => isAction);
}

function isMark<Row, SortKey>(column: Column<Row, SortKey>): boolean {
  return column.every((field) => field.isMark);
}

/** A long word, as an e-mail address, breaks into a few lines at most; the table scrolls instead. */
function widthOf<Row, SortKey>(column: Column<Row, SortKey>): string {
  if (isMark(column)) return `${MARK} py-0!`;
  return column.some(({ isWide }) => isWide) ? 'min-w-56' : '';
}

function keyOf<Row, SortKey>(column: Column<Row, SortKey>): string {
  return column[0]?.heading ?? '';
}

interface TableHeadingProps<Row, SortKey> {
  column: Column<Row, SortKey>;
  sorting?: TableSorting<SortKey>;
  className: string;
}

/** The heading of a column: the names of its fields, each a button where it sorts. */
function TableHeading<Row, SortKey>({ column, sorting, className }: TableHeadingProps<Row, SortKey>) {
  const isSorted = sorting !== undefined && column.some(({ sortKey }) => sortKey === sorting.by);
  return (
    <th scope="col" aria-sort={isSorted ? sorting.direction : undefined} className={className}>
      <div className="flex flex-wrap items-end gap-x-4">
        {column.map((field) => (
          <FieldHeading key={field.heading} field={field} sorting={sorting} />
        ))}
      </div>
    </th>
  );
}

interface FieldHeadingProps<Row, SortKey> {
  field: Field<Row, SortKey>;
  sorting?: TableSorting<SortKey>;
}

function FieldHeading<Row, SortKey>({ field, sorting }: FieldHeadingProps<Row, SortKey>) {
  const { heading, sortKey, isAction } = field;
  if (isAction) return <span className="sr-only">{heading}</span>;
  if (sortKey === undefined || sorting === undefined) return <span className="pt-1 pb-2">{heading}</span>;
  const isSorted = sorting.by === sortKey;
  const Arrow = sorting.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={`flex min-h-11 min-w-11 gap-1 pt-1 pb-2 hover:text-text hover:underline ${field.isMark ? 'w-full flex-col items-center justify-end' : 'items-end text-left'}`}
      onClick={() => sorting.onSort(sortKey)}
    >
      {heading}
      {isSorted && <Arrow size={14} aria-hidden className="text-accent" />}
    </button>
  );
}

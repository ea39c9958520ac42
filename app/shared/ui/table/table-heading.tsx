import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Column, Field, TableSorting } from './field.js';

interface TableHeadingProps<Row, SortKey> {
  column: Column<Row, SortKey>;
  sorting?: TableSorting<SortKey>;
  className: string;
}

/** The heading of a column: the names of its fields, each a button where it sorts. */
export function TableHeading<Row, SortKey>({ column, sorting, className }: TableHeadingProps<Row, SortKey>) {
  const isSorted = sorting !== undefined && column.some(({ sortKey }) => sortKey === sorting.by);
  return (
    <th scope="col" aria-sort={isSorted ? sorting.direction : undefined} className={className}>
      {column.map((field) => (
        <FieldHeading key={field.heading} field={field} sorting={sorting} />
      ))}
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
  if (sortKey === undefined || sorting === undefined) return <span className="block py-1">{heading}</span>;
  const isSorted = sorting.by === sortKey;
  const Arrow = sorting.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="flex min-h-8 w-full items-center gap-1 py-1 text-left hover:text-text hover:underline"
      onClick={() => sorting.onSort(sortKey)}
    >
      {heading}
      {isSorted && <Arrow size={14} aria-hidden className="text-accent" />}
    </button>
  );
}

import { useId } from 'react';
import type { Field, RowsProps } from './field.js';

/** The same rows as cards, for a phone: nothing is cut off and nothing scrolls sideways. */
export function DataCards<Row extends { id: string }, SortKey>(props: RowsProps<Row, SortKey>) {
  const { labelledBy, columns, rows, listRef } = props;
  const listId = useId();
  const [title, ...fields] = columns.flat();
  return (
    <ul ref={listRef} aria-labelledby={labelledBy} className="grid gap-4 compact:gap-2">
      {rows.map((row, index) => {
        const rowId = `${listId}-${row.id}`;
        return (
          <li key={row.id} tabIndex={-1} aria-labelledby={rowId} className="rounded-card bg-surface p-4 compact:p-3">
            <h3 id={rowId} className="font-sans text-base font-semibold wrap-anywhere">
              {title?.cell(row, { describedBy: rowId, index })}
            </h3>
            <CardFields fields={fields} row={row} rowId={rowId} index={index} />
          </li>
        );
      })}
    </ul>
  );
}

interface CardFieldsProps<Row, SortKey> {
  fields: readonly Field<Row, SortKey>[];
  row: Row;
  rowId: string;
  index: number;
}

function CardFields<Row, SortKey>({ fields, row, rowId, index }: CardFieldsProps<Row, SortKey>) {
  const context = { describedBy: rowId, index };
  const actions = fields.filter(({ isAction }) => isAction);
  const marks = fields.filter(({ isMark }) => isMark);
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 text-sm tabular-nums compact:mt-2 compact:gap-y-1">
        {fields
          .filter(({ isAction, isMark }) => !isAction && !isMark)
          .map((field) => (
            <div key={field.heading} className={`min-w-0 ${field.isWide ? 'col-span-2' : ''}`}>
              <dt className="text-muted">{field.heading}</dt>
              <dd className="wrap-anywhere">{field.cell(row, context)}</dd>
            </div>
          ))}
      </dl>
      {marks.length > 0 && (
        <dl className="mt-3 grid grid-cols-4 gap-x-1 gap-y-2 border-y border-line py-2 text-center text-sm">
          {marks.map((field) => (
            <div key={field.heading} className="flex min-w-0 flex-col-reverse">
              <dt className="text-muted">{field.heading}</dt>
              <dd>{field.cell(row, context)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {actions.map((field) => (
            <div key={field.heading}>{field.cell(row, context)}</div>
          ))}
        </div>
      )}
    </>
  );
}

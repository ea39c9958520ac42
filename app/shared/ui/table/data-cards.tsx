import { type ReactNode, useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import type { Field, RowsProps } from './field.js';

/**
 * The same rows as cards, for a phone: nothing is cut off and nothing scrolls sideways. Where a row can be said in a line,
 * the card is shut until it is pressed: a list of many people stays one to look over.
 */
export function DataCards<Row extends { id: string }, SortKey>(props: RowsProps<Row, SortKey>) {
  const { labelledBy, columns, rows, brief, listRef } = props;
  const listId = useId();
  const [title, ...fields] = columns.flat();
  return (
    <ul ref={listRef} aria-labelledby={labelledBy} className={`grid compact:gap-2 ${brief ? 'gap-2' : 'gap-4'}`}>
      {rows.map((row, index) => {
        const rowId = `${listId}-${row.id}`;
        const name = title?.cell(row, { describedBy: rowId, index });
        const all = <CardFields fields={fields} row={row} rowId={rowId} index={index} />;
        return (
          <li key={row.id} tabIndex={-1} aria-labelledby={rowId} className="rounded-card bg-surface">
            {brief ? (
              <ShutCard rowId={rowId} name={name} brief={brief(row)}>
                {all}
              </ShutCard>
            ) : (
              <div className="p-4 compact:p-3">
                <h3 id={rowId} className="font-sans text-base font-semibold wrap-anywhere">
                  {name}
                </h3>
                <div className="mt-3 compact:mt-2">{all}</div>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ShutCardProps {
  rowId: string;
  name: ReactNode;
  brief: string;
  children: ReactNode;
}

/** The name and one line; the rest at a press. */
function ShutCard({ rowId, name, brief, children }: ShutCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3 className="font-sans text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${rowId}-all` : undefined}
          className="flex min-h-14 w-full items-center gap-2 rounded-card px-3 py-2 text-left compact:py-1.5"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="min-w-0 flex-1">
            <span id={rowId} className="block font-semibold wrap-anywhere">
              {name}
            </span>{' '}
            <span className="block text-sm text-muted tabular-nums">{brief}</span>
          </span>
          <ChevronDown size={18} aria-hidden className={`flex-none text-muted ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h3>
      {isOpen && (
        <div id={`${rowId}-all`} className="px-3 pt-1 pb-4 compact:pb-3">
          {children}
        </div>
      )}
    </>
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
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm tabular-nums compact:gap-y-1">
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
            <div key={field.heading} className="flex min-w-0 flex-col-reverse justify-end">
              <dt className="text-muted">{field.heading}</dt>
              <dd>{field.cell(row, context)}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3 [&>:first-child:has(>[data-variant=quiet])]:-ml-2">
          {actions.map((field) => (
            <div key={field.heading}>{field.cell(row, context)}</div>
          ))}
        </div>
      )}
    </>
  );
}

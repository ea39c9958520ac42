import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { ADMIN_TABLE_PAGE_SIZE, MOBILE_BREAKPOINT_PX } from '../../../../api/contract/screen-numbers.js';
import { DataCards } from './data-cards.js';
import { DataTable } from './data-table.js';
import type { RowsProps } from './field.js';
import { type Paged, pageOf } from './paging.js';
import { Button } from '../button.js';
import { TABLE_MESSAGES as MESSAGES } from './table.messages.js';

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
  const paged = pageOf(rows, page, ADMIN_TABLE_PAGE_SIZE);
  const Rows = useIsNarrow() ? DataCards : DataTable;

  const turnTo = (next: number) => {
    onPage(next);
    focusAt(0);
  };
  return (
    <>
      <Rows {...rest} rows={paged.rows} />
      <Pager heading={heading} paged={paged} onPage={turnTo} />
    </>
  );
}

interface PagerProps {
  /** What is paged through. */
  heading: string;
  paged: Omit<Paged<unknown>, 'rows'>;
  onPage: (page: number) => void;
}

/** Which rows are shown, and the way to those before and after them; nothing when all are there. */
function Pager({ heading, paged: { page, lastPage, from, to, total }, onPage }: PagerProps) {
  if (lastPage === 0) return null;
  return (
    <nav aria-label={MESSAGES.pages(heading)} className="mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p className="mr-auto text-muted tabular-nums">{MESSAGES.range(from, to, total)}</p>
      <PageButton isEnd={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
        {MESSAGES.previous}
      </PageButton>
      <PageButton isEnd={page === lastPage} onClick={() => onPage(page + 1)}>
        {MESSAGES.next}
        <ChevronRight size={18} aria-hidden />
      </PageButton>
    </nav>
  );
}

interface PageButtonProps {
  /** There is no further page this way. */
  isEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

function PageButton({ isEnd, onClick, children }: PageButtonProps) {
  return (
    <Button variant="outline" size="compact" disabled={isEnd} onClick={onClick}>
      {children}
    </Button>
  );
}

const narrow = () => matchMedia(`(width < ${MOBILE_BREAKPOINT_PX}px)`);

/** Whether the window is as narrow as a phone. For islands that are drawn in the browser only. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

function subscribe(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

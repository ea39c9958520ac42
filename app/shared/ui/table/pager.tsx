import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ADMIN_CARDS_PAGE_SIZE, ADMIN_TABLE_PAGE_SIZE } from '../../../../api/contract/common/screen-numbers.js';
import { Button } from '../button.js';
import { useIsNarrow } from '../use-is-narrow.js';
import type { PagePlace } from './paging.js';
import { TABLE_MESSAGES as MESSAGES } from './table.messages.js';

/** How many rows of a list stand on a page: on a phone few, for there each is as high as several of a table. */
export function usePageSize(wide = ADMIN_TABLE_PAGE_SIZE): number {
  return useIsNarrow() ? ADMIN_CARDS_PAGE_SIZE : wide;
}

interface PagerProps {
  /** What is paged through. */
  heading: string;
  place: PagePlace;
  onPage: (page: number) => void;
}

/** Which rows are shown, and the way to those before and after them; nothing when all are there. */
export function Pager({ heading, place: { page, lastPage, from, to, total }, onPage }: PagerProps) {
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

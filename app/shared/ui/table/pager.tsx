import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.js';
import { TABLE_MESSAGES as MESSAGES } from './table.messages.js';
import type { Paged } from './paging.js';

interface PagerProps {
  /** What is paged through. */
  heading: string;
  paged: Omit<Paged<unknown>, 'rows'>;
  onPage: (page: number) => void;
}

/** Which rows are shown, and the way to those before and after them; nothing when all are there. */
export function Pager({ heading, paged: { page, lastPage, from, to, total }, onPage }: PagerProps) {
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
    <Button variant="outline" size="compact" className="pointer-coarse:min-h-12" disabled={isEnd} onClick={onClick}>
      {children}
    </Button>
  );
}

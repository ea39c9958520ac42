import { useId, useState } from 'react';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { AUDIT_MESSAGES as MESSAGES } from './admin.messages.js';
import type { Person } from './person.js';
import { Timestamp } from './timestamp.js';
import { TitledSection } from './titled-section.js';
import { type AuditLine, toAuditLine } from './audit-line.js';
import { AuditFilters } from './audit-filters.js';
import { type AuditFilter, NO_AUDIT_FILTER, useAuditEntries } from './use-audit-entries.js';

const FIRST_SHOWN = 25;
const MORE = 50;

/** What staff did last; more on demand. */
export function AuditSection({ people }: { people: readonly Person[] }) {
  const headingId = useId();
  const [filter, setFilter] = useState(NO_AUDIT_FILTER);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditEntries(filter);
  const [shown, setShown] = useState(FIRST_SHOWN);
  const entries = data ?? [];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const hasMore = hasNextPage || shown < entries.length;
  const isFiltered = filter !== NO_AUDIT_FILTER;

  const showMore = () => {
    if (shown + MORE > entries.length && hasNextPage) void fetchNextPage();
    setShown(shown + MORE);
  };
  const search = (next: AuditFilter) => {
    setFilter(next);
    setShown(FIRST_SHOWN);
  };
  return (
    <TitledSection headingId={headingId} texts={MESSAGES} isEmpty={data?.length === 0 && !isFiltered}>
      <AuditFilters filter={filter} people={people} onChange={search} />
      {isPending && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {isError && (
        <div className="grid justify-items-start gap-3">
          <StatusLine tone="danger">{MESSAGES.loadFailed}</StatusLine>
          <Button variant="outline" onClick={() => void refetch()}>
            {MESSAGES.tryAgain}
          </Button>
        </div>
      )}
      {data?.length === 0 && (
        <div className="grid justify-items-start gap-3 border-t border-line py-5">
          <StatusLine>{MESSAGES.noneFits}</StatusLine>
          <Button variant="outline" onClick={() => search(NO_AUDIT_FILTER)}>
            {MESSAGES.showAll}
          </Button>
        </div>
      )}
      {entries.length > 0 && (
        <AuditLines headingId={headingId} lines={entries.slice(0, shown).map((entry) => toAuditLine(entry, names))} />
      )}
      {hasMore && (
        <Button
          variant="outline"
          className="mt-4"
          pending={isFetchingNextPage}
          pendingLabel={MESSAGES.loadingMore}
          onClick={showMore}
        >
          {MESSAGES.showMore}
        </Button>
      )}
    </TitledSection>
  );
}

function AuditLines({ headingId, lines }: { headingId: string; lines: AuditLine[] }) {
  return (
    <ol aria-labelledby={headingId} className="border-t border-line text-sm tabular-nums">
      {lines.map(({ id, at, by, action, subject }) => (
        <li
          key={id}
          className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <span className="text-muted">
            <Timestamp iso={at} />
          </span>
          <span className="wrap-anywhere">{by}</span>
          <span>{action}</span>
          <span className="wrap-anywhere text-muted">{subject}</span>
        </li>
      ))}
    </ol>
  );
}

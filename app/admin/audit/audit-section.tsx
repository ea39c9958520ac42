import { useId, useMemo, useState } from 'react';
import { LoadFailure } from '../../shared/ui/load-failure.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { AUDIT_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import type { Person } from '../common/people.js';
import { sortPeople } from '../common/people-view.js';
import { Timestamp } from '../common/timestamp.js';
import { ListSection, NoneFound } from '../../shared/ui/table/list-section.js';
import { Pager, usePageSize } from '../../shared/ui/table/pager.js';
import {
  type AuditFilter,
  type AuditLine,
  NO_AUDIT_FILTER,
  toAuditLine,
  useAuditEntries,
  useProducers,
} from './audit-entries.js';
import type { AuditKind } from '../../../api/contract/staff/audit.js';
import { Select } from '../../shared/ui/select.js';

const WIDE_PAGE_SIZE = 25;

/** What staff did last, a page at a time. */
export function AuditSection({ people }: { people: readonly Person[] }) {
  const headingId = useId();
  const pageSize = usePageSize(WIDE_PAGE_SIZE);
  const [filter, setFilter] = useState(NO_AUDIT_FILTER);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchNextPageError } =
    useAuditEntries(filter);
  const [at, setAt] = useState(0);
  const entries = data ?? [];
  const names = useMemo(() => new Map(people.map(({ id, name }) => [id, name])), [people]);
  // A screen that is turned has another size of page, and shows the same entries. What is not there yet is not shown.
  const page = Math.min(Math.floor(at / pageSize), Math.max(Math.ceil(entries.length / pageSize) - 1, 0));
  const first = page * pageSize;
  const shown = entries.slice(first, first + pageSize);
  const isLast = !hasNextPage && first + pageSize >= entries.length;
  const isFiltered = filter !== NO_AUDIT_FILTER;

  const tryAgain = () => (isFetchNextPageError ? fetchNextPage() : refetch());
  const turnTo = (next: number) => {
    // A page ahead, so that it need not be waited for.
    if ((next + 2) * pageSize > entries.length && hasNextPage) void fetchNextPage();
    setAt(next * pageSize);
  };
  const search = (next: AuditFilter) => {
    setFilter(next);
    setAt(0);
  };
  return (
    <ListSection headingId={headingId} texts={MESSAGES} isEmpty={data?.length === 0 && !isFiltered} isSeldom>
      <AuditFilters filter={filter} people={people} onChange={search} />
      {isPending && <StatusLine>{MESSAGES.loading}</StatusLine>}
      {isError && <LoadFailure text={MESSAGES.loadFailed} onTryAgain={() => void tryAgain()} />}
      {data?.length === 0 && <NoneFound texts={MESSAGES} onShowAll={() => search(NO_AUDIT_FILTER)} />}
      {entries.length > 0 && (
        <AuditLines headingId={headingId} lines={shown.map((entry) => toAuditLine(entry, names))} />
      )}
      <Pager
        heading={MESSAGES.heading}
        place={{ page, lastPage: isLast ? page : page + 1, from: first + 1, to: first + shown.length, total: null }}
        onPage={turnTo}
      />
    </ListSection>
  );
}

function AuditLines({ headingId, lines }: { headingId: string; lines: AuditLine[] }) {
  return (
    <ol aria-labelledby={headingId} className="border-t border-line text-sm tabular-nums">
      {lines.map(({ id, at, by, action, subject }) => (
        <li
          key={id}
          className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-4 border-b border-line py-2.5 sm:gap-x-6 sm:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]"
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

interface AuditFiltersProps {
  filter: AuditFilter;
  people: readonly Person[];
  onChange: (filter: AuditFilter) => void;
}

/** Finds staff actions by who did them, about whom, and of what kind they were. */
function AuditFilters({ filter, people, onChange }: AuditFiltersProps) {
  const { data: producers = [] } = useProducers();
  // Of thousands, to sort them or to go through them takes longer than all else on the page.
  const byName = useMemo(() => {
    return sortPeople(people, { by: 'name', direction: 'ascending' }).map(({ id, name, email }) => (
      <option key={id} value={id}>
        {MESSAGES.person(name, email)}
      </option>
    ));
  }, [people]);
  return (
    <div className="mb-4 grid gap-4 max-sm:grid-cols-2 max-sm:*:first:col-span-2 sm:grid-cols-3 lg:max-w-4xl">
      <Select
        label={MESSAGES.about}
        value={filter.person}
        onChange={(event) => onChange({ ...filter, person: event.target.value })}
      >
        <option value="">{MESSAGES.anyone}</option>
        {byName}
      </Select>
      <Select
        label={MESSAGES.by}
        value={filter.producer}
        onChange={(event) => onChange({ ...filter, producer: event.target.value })}
      >
        <option value="">{MESSAGES.anyone}</option>
        {producers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={MESSAGES.kind}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: toKind(target.value) })}
      >
        <option value="">{MESSAGES.everything}</option>
        {Object.entries(MESSAGES.kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function toKind(value: string): AuditKind | '' {
  return value in MESSAGES.kinds ? (value as AuditKind) : '';
}

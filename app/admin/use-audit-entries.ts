import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditKind, AuditPage, AuditProducers } from '../../api/contract/audit.js';
import { request } from '../shared/http/request.js';
import { AUDIT_KEY } from './participant-queries.js';

const [AUDIT_PATH] = AUDIT_KEY;

/** What is looked for; empty leaves all. */
export interface AuditFilter {
  person: string;
  producer: string;
  kind: AuditKind | '';
}

export const NO_AUDIT_FILTER: AuditFilter = { person: '', producer: '', kind: '' };

/** What staff did, the newest first, a page at a time. */
export function useAuditEntries(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...AUDIT_KEY, filter],
    queryFn: ({ pageParam, signal }) => request<AuditPage>('GET', auditPath(filter, pageParam), undefined, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    // The lines that are there stay until others are.
    placeholderData: keepPreviousData,
  });
}

/** Every name that was given at the gate. */
export function useProducers() {
  return useQuery<AuditProducers>({ queryKey: [`${AUDIT_PATH}/producers`] });
}

function auditPath(filter: AuditFilter, before: number | null): string {
  const given = Object.entries({ ...filter, before: before === null ? '' : String(before) });
  const query = new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
  return query === '' ? AUDIT_PATH : `${AUDIT_PATH}?${query}`;
}

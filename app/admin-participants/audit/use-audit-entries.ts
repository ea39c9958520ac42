import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditPage } from '../../../api/contract/audit.js';
import { request } from '../../shared/http/request.js';
import { AUDIT_KEY } from '../participant-queries.js';

/** What staff did, the newest first, a page at a time. */
export function useAuditEntries() {
  return useInfiniteQuery({
    queryKey: AUDIT_KEY,
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', pageParam === null ? AUDIT_PATH : `${AUDIT_PATH}?before=${pageParam}`, undefined, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
}

const [AUDIT_PATH] = AUDIT_KEY;

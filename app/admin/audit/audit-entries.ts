import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditEntry, AuditKind, AuditPage, AuditProducers } from '../../../api/contract/staff/audit.js';
import { request } from '../../shared/http/request.js';
import { AUDIT_KEY } from '../common/people-requests.js';
import { AUDIT_MESSAGES as MESSAGES } from '../common/admin.messages.js';

const [AUDIT_PATH] = AUDIT_KEY;

/** Empty leaves all. */
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

/** A staff action in words. */
export interface AuditLine {
  id: number;
  at: string;
  by: string;
  action: string;
  subject: string;
}

/** Enough of an id to tell two apart, and to find the whole one in a database. */
const ID_CHARACTERS = 8;

const NAMELESS = {
  staff: MESSAGES.noName,
  unknown: MESSAGES.unknown,
  participant: MESSAGES.participant,
  system: MESSAGES.system,
};

/**
 * The record holds ids alone; a person is named as long as they are there.
 * @param names of people by their id
 */
export function toAuditLine(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditLine {
  const { id, at, action, actor, producer, subject } = entry;
  const by = producer ?? NAMELESS[actor];
  return { id, at, by, action: MESSAGES.actions[action], subject: subjectText(subject, names) };
}

function subjectText({ type, id }: AuditEntry['subject'], names: ReadonlyMap<string, string>): string {
  if (id === null) return MESSAGES.subjects[type];
  return names.get(id) ?? `${MESSAGES.subjects[type]} ${id.slice(0, ID_CHARACTERS)}`;
}

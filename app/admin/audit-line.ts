import type { AuditEntry } from '../../api/contract/audit.js';
import { AUDIT_MESSAGES as MESSAGES } from './admin.messages.js';

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

/**
 * The record holds ids alone; a person is named as long as they are there.
 * @param names of people by their id
 */
export function toAuditLine(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditLine {
  const { id, at, action, actor, producer, subject } = entry;
  const by = producer ?? (actor === 'unknown' ? MESSAGES.unknown : MESSAGES.noName);
  return { id, at, by, action: MESSAGES.actions[action], subject: subjectText(subject, names) };
}

function subjectText({ type, id }: AuditEntry['subject'], names: ReadonlyMap<string, string>): string {
  if (id === null) return MESSAGES.subjects[type];
  return names.get(id) ?? `${MESSAGES.subjects[type]} ${id.slice(0, ID_CHARACTERS)}`;
}

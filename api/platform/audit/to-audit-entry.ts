import type { AuditSubject, AuditEntry as AuditEntryOnTheWire } from '../../contract/audit.js';
import type { AuditEntry } from './audit-entry.entity.js';

export function toAuditEntry(entry: AuditEntry): AuditEntryOnTheWire {
  const { id, actor, producerName: producer, action, subjectType, subjectId, at } = entry;
  // Only whole subjects are ever recorded: the id belongs to the type.
  const subject = { type: subjectType, id: subjectId } as AuditSubject;
  return { id, actor, producer, action, subject, at: at.toISOString() };
}

import type { AuditSubject, AuditEntry as AuditEntryOnTheWire } from '../contract/audit.js';
import type { AuditEntry } from './audit-entry.entity.js';

export function toAuditEntry({ id, actor, action, subjectType, subjectId, at }: AuditEntry): AuditEntryOnTheWire {
  // Only whole subjects are ever recorded: the id belongs to the type.
  const subject = { type: subjectType, id: subjectId } as AuditSubject;
  return { id, actor, action, subject, at: at.toISOString() };
}

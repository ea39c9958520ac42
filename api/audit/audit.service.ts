import { Injectable } from '@nestjs/common';
import type { AuditAction, AuditPage, AuditSubject } from '../contract/audit.js';
import { AUDIT_PAGE_SIZE } from '../contract/limits.js';
import { AuditRepository, type Transaction } from './audit.repository.js';
import { toAuditEntry } from './to-audit-entry.js';

/** The record of what staff did, which nobody can change afterwards. */
@Injectable()
export class AuditService {
  constructor(private readonly entries: AuditRepository) {}

  /** Notes what staff do to `subject`; within `transaction` when it is given, so that neither stands without the other. */
  record(action: AuditAction, { type, id }: AuditSubject, transaction?: Transaction): Promise<void> {
    return this.entries.append({ action, subjectType: type, subjectId: id }, transaction);
  }

  /** The newest entries, or the newest of those before the entry `before`. */
  async list(before?: number): Promise<AuditPage> {
    const found = await this.entries.findLast(AUDIT_PAGE_SIZE + 1, before);
    const entries = found.slice(0, AUDIT_PAGE_SIZE).map(toAuditEntry);
    const nextBefore = found.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null;
    return { entries, nextBefore };
  }
}

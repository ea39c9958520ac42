import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, LessThan, Repository } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';

/** A transaction of what is recorded: both are kept, or neither. */
export type Transaction = EntityManager;

@Injectable()
export class AuditRepository {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  async append(
    { action, subjectType, subjectId }: Pick<AuditEntry, 'action' | 'subjectType' | 'subjectId'>,
    transaction: Transaction = this.entries.manager,
  ): Promise<void> {
    await transaction.insert(AuditEntry, { actor: 'staff', action, subjectType, subjectId });
  }

  /** Newest first, only those recorded before the entry `before` when it is given. */
  findLast(count: number, before?: number): Promise<AuditEntry[]> {
    const where = before === undefined ? {} : { id: LessThan(before) };
    return this.entries.find({ where, order: { id: 'DESC' }, take: count });
  }
}

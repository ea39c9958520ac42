import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import type { Transaction } from '../database/transaction.js';
import { StaffAccount, StaffLink } from './staff-accounts.entity.js';

@Injectable()
export class StaffAccountsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** The one added first first. */
  findAll(): Promise<StaffAccount[]> {
    return this.dataSource.manager.find(StaffAccount, { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  findById(id: string): Promise<StaffAccount | null> {
    return this.dataSource.manager.findOneBy(StaffAccount, { id });
  }

  findByEmailKey(email: string): Promise<StaffAccount | null> {
    return this.dataSource.manager.findOneBy(StaffAccount, { email });
  }

  /** @returns false where the e-mail or the name, in whatever letters, is another producer's */
  async insert({ id, email, name, createdAt, addedBy }: StaffAccount, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>(
      `INSERT INTO staff_account (id, email, name, created_at, added_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [id, email, name, createdAt, addedBy],
    );
    return rows.length > 0;
  }

  /** Of several who remove each other at once one goes on, and the others find out what is left. */
  async lockAll(transaction: Transaction): Promise<StaffAccount[]> {
    return transaction.find(StaffAccount, { order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** With its sessions, known browsers, links and passkeys. */
  async remove(id: string, transaction: Transaction): Promise<void> {
    await transaction.delete(StaffAccount, { id });
  }

  /** Whoever removes the account meanwhile is waited for, or waits. Null when it is gone. */
  lock(id: string, transaction: Transaction): Promise<StaffAccount | null> {
    return transaction.findOne(StaffAccount, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async setSignedIn(id: string, at: Date, transaction: Transaction): Promise<void> {
    await transaction.update(StaffAccount, { id }, { lastSignedInAt: at });
  }

  /** Where the account is gone meanwhile, nothing is written. */
  async insertLink({ tokenHash, accountId, page, createdAt }: StaffLink): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO staff_link (token_hash, account_id, page, created_at)
       SELECT $1, id, $3, $4 FROM staff_account WHERE id = $2 FOR KEY SHARE`,
      [tokenHash, accountId, page, createdAt],
    );
  }

  /** The link with this token, unless it was not made after `time`. */
  findLink(tokenHash: Buffer, time: Date): Promise<StaffLink | null> {
    return this.dataSource.manager.findOneBy(StaffLink, { tokenHash, createdAt: MoreThan(time) });
  }

  /** @returns whether it was still there: of several at once, one is told so */
  async useLink(tokenHash: Buffer, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(StaffLink, { tokenHash });
    return affected === 1;
  }

  async removeLinksMadeBefore(time: Date): Promise<void> {
    await this.dataSource.manager.delete(StaffLink, { createdAt: LessThanOrEqual(time) });
  }
}

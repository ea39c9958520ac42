import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository, type SelectQueryBuilder } from 'typeorm';
import {
  STAFF_BROWSER_KNOWN_MS,
  STAFF_SESSION_ABSOLUTE_MS,
  STAFF_SESSION_IDLE_MS,
} from '../../contract/common/limits.js';
import { AppConfig } from '../config/app-config.js';
import type { Transaction } from '../database/transaction.js';
import { StoredSessions, type SessionLifetime } from './stored-sessions.js';
import { StaffBrowser, StaffSession } from './staff-sessions.entity.js';

/** Of a producer who has an account. */
export interface AccountSession {
  tokenHash: Buffer;
  accountId: string;
}

/** Where producers have accounts, what was opened with the password counts for nothing, and the other way round. */
abstract class StaffTokensRepository<Token extends StaffSession | StaffBrowser> extends StoredSessions<Token> {
  protected constructor(
    table: Repository<Token>,
    lifetime: SessionLifetime,
    private readonly config: AppConfig,
  ) {
    super(table, lifetime);
  }

  protected override onlyValid(inTime: SelectQueryBuilder<Token>): SelectQueryBuilder<Token> {
    return inTime.andWhere(`session.accountId IS ${this.config.staffAccounts ? 'NOT NULL' : 'NULL'}`);
  }
}

@Injectable()
export class StaffSessionsRepository extends StaffTokensRepository<StaffSession> {
  constructor(
    @InjectRepository(StaffSession) private readonly table: Repository<StaffSession>,
    config: AppConfig,
  ) {
    super(table, { idleMs: STAFF_SESSION_IDLE_MS, absoluteMs: STAFF_SESSION_ABSOLUTE_MS }, config);
  }

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.table.manager.transaction(work);
  }

  async start(
    tokenHash: Buffer,
    { producerName, accountId }: Pick<StaffSession, 'producerName' | 'accountId'>,
    transaction: Transaction,
  ): Promise<StaffSession> {
    const now = new Date();
    const session: StaffSession = { tokenHash, producerName, accountId, createdAt: now, lastSeenAt: now };
    await transaction.insert(StaffSession, session);
    return session;
  }

  /** Ends those of that account but the one with this token. */
  async endOthersOf({ accountId, tokenHash }: AccountSession, transaction: Transaction): Promise<void> {
    await transaction.delete(StaffSession, { accountId, tokenHash: Not(tokenHash) });
  }
}

@Injectable()
export class StaffBrowsersRepository extends StaffTokensRepository<StaffBrowser> {
  constructor(
    @InjectRepository(StaffBrowser) private readonly table: Repository<StaffBrowser>,
    config: AppConfig,
  ) {
    super(table, { idleMs: STAFF_BROWSER_KNOWN_MS, absoluteMs: STAFF_BROWSER_KNOWN_MS }, config);
  }

  async start(
    tokenHash: Buffer,
    accountId: string | null,
    transaction: Transaction = this.table.manager,
  ): Promise<void> {
    const now = new Date();
    await transaction.insert(StaffBrowser, { tokenHash, accountId, createdAt: now, lastSeenAt: now });
  }
}

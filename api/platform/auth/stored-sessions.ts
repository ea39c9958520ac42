import { Column, PrimaryColumn, type Repository, type SelectQueryBuilder } from 'typeorm';
import type { Transaction } from '../database/transaction.js';

/** The columns of every kind of session. The token itself is only in the visitor's cookie. */
export abstract class TokenSession {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;
}

/** A use within this time of the last one is not written down: a page's many requests cost one write. */
const TOUCH_INTERVAL_MS = 60_000;

/** How long a session lives: since it was last used, and in all. */
export interface SessionLifetime {
  idleMs: number;
  absoluteMs: number;
}

/** Sessions of one kind, found by the hash of their token for as long as they live. */
export abstract class StoredSessions<Session extends TokenSession> {
  protected constructor(
    private readonly stored: Repository<Session>,
    private readonly lifetime: SessionLifetime,
  ) {}

  /** The session with this token, null when there is none or its time is over. Finding it counts as using it. */
  async findLive(tokenHash: Buffer): Promise<Session | null> {
    const now = Date.now();
    const inTime = this.stored
      .createQueryBuilder('session')
      .where('session.tokenHash = :tokenHash', { tokenHash })
      .andWhere('session.createdAt > :createdAfter AND session.lastSeenAt > :seenAfter', this.oldestLive(now));
    const session = await this.onlyValid(inTime).getOne();
    if (session && session.lastSeenAt.getTime() < now - TOUCH_INTERVAL_MS) await this.touch(session, new Date(now));
    return session;
  }

  /** Those that live and fit, the one used last first. */
  protected findLiveBy(condition: string, parameters: Record<string, unknown>): Promise<Session[]> {
    const inTime = this.stored
      .createQueryBuilder('session')
      .where('session.createdAt > :createdAfter AND session.lastSeenAt > :seenAfter', this.oldestLive(Date.now()))
      .andWhere(condition, parameters);
    return this.onlyValid(inTime).orderBy('session.lastSeenAt', 'DESC').getMany();
  }

  /** When a session ends unless it is used before. */
  endOf(session: Session): Date {
    const idleEnd = session.lastSeenAt.getTime() + this.lifetime.idleMs;
    const absoluteEnd = session.createdAt.getTime() + this.lifetime.absoluteMs;
    return new Date(Math.min(idleEnd, absoluteEnd));
  }

  async end(tokenHash: Buffer): Promise<void> {
    await this.remove('token_hash = $1', [tokenHash]);
  }

  async removeExpired(): Promise<void> {
    const { createdAfter, seenAfter } = this.oldestLive(Date.now());
    await this.remove('created_at <= $1 OR last_seen_at <= $2', [createdAfter, seenAfter]);
  }

  /**
   * Returns how many there were.
   * @param which a condition on the table
   */
  protected async remove(
    which: string,
    values: unknown[],
    transaction: Transaction = this.stored.manager,
  ): Promise<number> {
    const { tableName } = this.stored.metadata;
    const [, removed] = await transaction.query<[unknown, number]>(`DELETE FROM ${tableName} WHERE ${which}`, values);
    return removed;
  }

  /** What else must hold for a session (by this name in the query) than that its time is not over. */
  protected onlyValid(inTime: SelectQueryBuilder<Session>): SelectQueryBuilder<Session> {
    return inTime;
  }

  private async touch(session: Session, lastSeenAt: Date): Promise<void> {
    session.lastSeenAt = lastSeenAt;
    await this.stored.manager
      .createQueryBuilder()
      .update(this.stored.metadata.name, { lastSeenAt })
      .where('token_hash = :tokenHash', { tokenHash: session.tokenHash })
      .execute();
  }

  private oldestLive(now: number): { createdAfter: Date; seenAfter: Date } {
    return { createdAfter: new Date(now - this.lifetime.absoluteMs), seenAfter: new Date(now - this.lifetime.idleMs) };
  }
}

import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg, { type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AppConfig } from '../config/app-config.js';
import { boundedClient } from './bounded-client.js';

const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 10_000;
const CONNECTIONS = 10;
/** After a failure nobody waits for it again for so long. */
const AWAY_MS = 2_000;

/** Asks one database, for everything that belongs to one reply. */
export interface Reader {
  query<T>(sql: string, values?: unknown[]): Promise<T>;
}

/**
 * A copy of the database that follows it (`DATABASE_READ_URL`), for answers that may be a moment old. It is asked only when
 * it has replayed all that was written until the public site last changed; otherwise, or when it fails, the database
 * itself is.
 */
@Injectable()
export class ReadReplica implements OnModuleDestroy {
  /** Whether there is one. */
  readonly isSet: boolean;
  private readonly logger = new Logger('Database');
  private readonly pool: pg.Pool | null;
  /** Up to where in the log it has to have come; null: not known, so it is not asked. */
  private floor: string | null = null;
  private raises = 0;
  private isRaising = false;
  private awayUntil = 0;
  private isInTouch = () => false;
  private readonly reached = new WeakMap<PoolClient, string>();

  constructor(
    { databaseReadUrl }: AppConfig,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {
    this.isSet = databaseReadUrl !== null;
    this.pool = databaseReadUrl === null ? null : this.open(databaseReadUrl);
  }

  /** It is asked only while this is true: else changes of other servers may not have been heard of. */
  onlyWhile(isInTouch: () => boolean): void {
    this.isInTouch = isInTouch;
  }

  /** From here on answers know everything that is in the database now. */
  raise(): void {
    this.floor = null;
    this.raises += 1;
    if (this.pool && !this.isRaising) void this.findFloor();
  }

  /** `work` only reads. It may be done twice. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.ask(work, () => work(this.dataSource));
  }

  /** As `read`, of one moment, however often `work` asks. */
  readMoment<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const inOne = async (reader: Reader) => {
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const result = await work(reader);
      await reader.query('COMMIT');
      return result;
    };
    return this.ask(inOne, () => this.dataSource.transaction('REPEATABLE READ', work));
  }

  private async ask<T>(work: (reader: Reader) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    const client = await this.connect();
    if (!client) return otherwise();
    try {
      const reader = {
        query: async <R>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as R,
      };
      const result = await work(reader);
      client.release();
      return result;
    } catch (error) {
      // Also what it says of a query: it may have been called off because of what it had to replay.
      client.release(error as Error);
      this.giveUp(error);
      return otherwise();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.end();
  }

  /** Null: it may not be asked just now. */
  private async connect(): Promise<PoolClient | null> {
    const { pool, floor } = this;
    if (!pool || !this.isInTouch() || Date.now() < this.awayUntil) return null;
    if (floor === null) {
      if (!this.isRaising) void this.findFloor();
      return null;
    }
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      if (await this.hasReached(client, floor)) return client;
      client.release();
    } catch (error) {
      client?.release(error as Error);
      this.giveUp(error);
    }
    return null;
  }

  /** Asked once of each connection: it leads to one server for all of its time, and that never goes back. */
  private async hasReached(client: PoolClient, floor: string): Promise<boolean> {
    if (this.reached.get(client) === floor) return true;
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
              >= $1::pg_lsn AS "isThere"`,
      [floor],
    );
    if (!rows[0]?.isThere) return false;
    this.reached.set(client, floor);
    return true;
  }

  /** What is raised meanwhile is found by one more look. */
  private async findFloor(): Promise<void> {
    this.isRaising = true;
    try {
      for (let before = -1; before !== this.raises;) {
        before = this.raises;
        const [{ lsn }] = await this.dataSource.query<[{ lsn: string }]>('SELECT pg_current_wal_insert_lsn() AS lsn');
        if (before === this.raises) this.floor = lsn;
      }
    } catch {
      // The next reader has it looked for again.
    } finally {
      this.isRaising = false;
    }
  }

  private giveUp(error: unknown): void {
    if (Date.now() > this.awayUntil) this.logger.warn(`The replica is not asked for a moment: ${String(error)}`);
    this.awayUntil = Date.now() + AWAY_MS;
  }

  private open(connectionString: string): pg.Pool {
    const pool = new pg.Pool({
      connectionString,
      application_name: 'stories reads',
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      Client: boundedClient(QUERY_TIMEOUT_MS),
    });
    // Of one that idles; who asks next opens another.
    pool.on('error', (error) => this.giveUp(error));
    return pool;
  }
}

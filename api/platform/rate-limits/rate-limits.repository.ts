import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** At most `limit` within `windowMs` of the first that is counted under `key`. */
export interface KeyedLimit {
  key: string;
  limit: number;
  windowMs: number;
}

/** How far one limit is used up. */
export interface Used {
  key: string;
  count: number;
  waitMs: number;
  /** Whether one was counted just now. */
  isAdded: boolean;
}

const ENDS_IN_MS = `ceil(extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS "waitMs"`;

/** Counters in PostgreSQL: all servers share them, and a restart leaves them as they are. */
@Injectable()
export class RateLimitsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Counts one in each, unless one of them was spent: then nothing is written at all, so a flood costs no more than a look,
   * and those that were spent are answered. Of several at once each is told its own number, which may be over the limit.
   */
  async add(limits: KeyedLimit[]): Promise<Used[]> {
    return this.dataSource.query<Used[]>(
      `WITH wanted AS (SELECT * FROM unnest($1::text[], $2::int[], $3::float8[]) AS wanted (key, most, ms)),
       spent AS (
         SELECT kept.key, count, ends_at FROM rate_limit kept JOIN wanted ON wanted.key = kept.key
         WHERE ends_at > clock_timestamp() AND count >= most
       ),
       added AS (
         INSERT INTO rate_limit AS kept (key, count, ends_at)
         SELECT key, 1, clock_timestamp() + ms * interval '1 millisecond' FROM wanted
         -- In one order: two that wait for each other's rows would wait for ever.
         WHERE NOT EXISTS (SELECT FROM spent) ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN kept.ends_at > clock_timestamp() THEN kept.count + 1 ELSE 1 END,
           ends_at = CASE WHEN kept.ends_at > clock_timestamp() THEN kept.ends_at ELSE excluded.ends_at END
         RETURNING key, count, ends_at
       )
       SELECT key, count, true AS "isAdded", ${ENDS_IN_MS} FROM added
       UNION ALL SELECT key, count, false, ${ENDS_IN_MS} FROM spent`,
      columns(limits),
    );
  }

  findSpent(limits: KeyedLimit[]): Promise<Used[]> {
    return this.dataSource.query<Used[]>(
      `SELECT kept.key, count, false AS "isAdded", ${ENDS_IN_MS}
       FROM rate_limit kept JOIN unnest($1::text[], $2::int[], $3::float8[]) AS wanted (key, most, ms) ON wanted.key = kept.key
       WHERE ends_at > clock_timestamp() AND count >= most`,
      columns(limits),
    );
  }

  /** Takes one back from each. */
  async subtract(keys: string[]): Promise<void> {
    await this.dataSource.query(
      `WITH locked AS (
         SELECT key FROM rate_limit WHERE key = ANY ($1::text[]) AND ends_at > clock_timestamp() ORDER BY key FOR UPDATE
       )
       UPDATE rate_limit AS kept SET count = greatest(count - 1, 0) FROM locked WHERE locked.key = kept.key`,
      [keys],
    );
  }

  async removePast(): Promise<void> {
    await this.dataSource.query('DELETE FROM rate_limit WHERE ends_at <= clock_timestamp()');
  }
}

function columns(limits: KeyedLimit[]): unknown[] {
  return [limits.map(({ key }) => key), limits.map(({ limit }) => limit), limits.map(({ windowMs }) => windowMs)];
}

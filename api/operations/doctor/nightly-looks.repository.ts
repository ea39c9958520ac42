import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { LookFinding } from '../../contract/staff/nightly-look.js';

/** Of several servers one looks, once a night. A night that was written down in the future is none. */
const NIGHT = `interval '20 hours'`;

export interface StoredLook {
  endedAt: Date;
  findings: LookFinding[];
  isOld: boolean;
}

@Injectable()
export class NightlyLooksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  query<Row>(sql: string): Promise<Row[]> {
    return this.dataSource.query<Row[]>(sql);
  }

  /** Begins a look; null where one was begun this night already. */
  begin(): Promise<string | null> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE nightly_look IN SHARE ROW EXCLUSIVE MODE');
      const rows = await transaction.query<{ id: string }[]>(
        `INSERT INTO nightly_look (began_at) SELECT clock_timestamp()
         WHERE NOT EXISTS (
           SELECT FROM nightly_look
           WHERE began_at > clock_timestamp() - ${NIGHT} AND began_at <= clock_timestamp())
         RETURNING id`,
      );
      await transaction.query(`DELETE FROM nightly_look WHERE began_at < clock_timestamp() - interval '90 days'`);
      return rows[0]?.id ?? null;
    });
  }

  async end(id: string, findings: LookFinding[]): Promise<void> {
    await this.dataSource.query(
      'UPDATE nightly_look SET ended_at = clock_timestamp(), findings = $2::jsonb WHERE id = $1',
      [id, JSON.stringify(findings)],
    );
  }

  async setMailed(id: string): Promise<void> {
    await this.dataSource.query('UPDATE nightly_look SET mailed_at = clock_timestamp() WHERE id = $1', [id]);
  }

  /** What staff were told of last, within these days; null when they were told nothing. */
  async findLastMailed(withinDays: number): Promise<LookFinding[] | null> {
    const [row] = await this.dataSource.query<{ findings: LookFinding[] }[]>(
      `SELECT findings FROM nightly_look
       WHERE mailed_at > clock_timestamp() - make_interval(days => $1) AND mailed_at <= clock_timestamp()
       ORDER BY id DESC LIMIT 1`,
      [withinDays],
    );
    return row?.findings ?? null;
  }

  /** @param oldAfterHours since when one is old */
  async findLast(oldAfterHours: number): Promise<StoredLook | null> {
    const [row] = await this.dataSource.query<StoredLook[]>(
      `SELECT ended_at AS "endedAt", findings, ended_at < clock_timestamp() - make_interval(hours => $1) AS "isOld"
       FROM nightly_look WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
      [oldAfterHours],
    );
    return row ?? null;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

/** The time for which a story is public at one address, under an id that tells nothing of it. */
export interface Appearance {
  id: string;
  /** Null once its person is gone. */
  participantId: string | null;
  userName: string;
  /** False: it is found by its link alone. */
  isListed: boolean;
}

export interface EndedAppearance {
  id: string;
  endedAt: Date;
}

/** For so long feeds say that a story is gone: who has not asked meanwhile does not come back. */
const TOLD_FOR = `interval '180 days'`;
/** Newest first; a feed is read whole each time. */
const TOLD_AT_MOST = 200;
const END = `UPDATE story_appearance SET ended_at = clock_timestamp(), participant_id = NULL, user_name = NULL
  WHERE ended_at IS NULL`;

@Injectable()
export class AppearancesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @param participantIds those of these people, and of whoever is gone; null: all */
  findPresent(participantIds: string[] | null): Promise<Appearance[]> {
    return this.dataSource.query(
      `SELECT id, participant_id AS "participantId", user_name AS "userName", is_listed AS "isListed"
       FROM story_appearance
       WHERE ended_at IS NULL ${participantIds === null ? '' : 'AND (participant_id = ANY($1::uuid[]) OR participant_id IS NULL)'}`,
      participantIds === null ? [] : [participantIds],
    );
  }

  async end(ids: string[]): Promise<void> {
    if (ids.length > 0) await this.dataSource.query(`${END} AND id = ANY($1::uuid[])`, [ids]);
  }

  /** Returns the one that ended, if there was one. */
  async endOf(participantId: string, transaction: Transaction): Promise<Pick<Appearance, 'id' | 'isListed'> | null> {
    const [rows] = await transaction.query<[Pick<Appearance, 'id' | 'isListed'>[], number]>(
      `${END} AND participant_id = $1 RETURNING id, is_listed AS "isListed"`,
      [participantId],
    );
    return rows[0] ?? null;
  }

  async findPresentOf(
    participantId: string,
    transaction: Transaction,
  ): Promise<Pick<Appearance, 'id' | 'isListed'> | null> {
    const rows = await transaction.query<Pick<Appearance, 'id' | 'isListed'>[]>(
      `SELECT id, is_listed AS "isListed" FROM story_appearance WHERE ended_at IS NULL AND participant_id = $1`,
      [participantId],
    );
    return rows[0] ?? null;
  }

  /** People who were deleted meanwhile are passed over. Returns what has begun. */
  async begin(stories: Omit<Appearance, 'id'>[]): Promise<Appearance[]> {
    if (stories.length === 0) return [];
    return this.dataSource.query(
      `INSERT INTO story_appearance (participant_id, user_name, is_listed)
       SELECT s."participantId", s."userName", s."isListed"
       FROM jsonb_to_recordset($1::jsonb) AS s ("participantId" uuid, "userName" text, "isListed" boolean)
       JOIN participant p ON p.id = s."participantId" FOR KEY SHARE OF p
       ON CONFLICT DO NOTHING
       RETURNING id, participant_id AS "participantId", user_name AS "userName", is_listed AS "isListed"`,
      [JSON.stringify(stories)],
    );
  }

  /** Of stories that were listed; the newest first. */
  findTold(): Promise<EndedAppearance[]> {
    return this.dataSource.query(
      `SELECT id, ended_at AS "endedAt" FROM story_appearance
       WHERE is_listed AND ended_at > clock_timestamp() - ${TOLD_FOR} ORDER BY ended_at DESC, id LIMIT ${TOLD_AT_MOST}`,
    );
  }

  findEnded(ids: string[]): Promise<EndedAppearance[]> {
    return this.dataSource.query(
      `SELECT id, ended_at AS "endedAt" FROM story_appearance WHERE id = ANY($1::uuid[]) AND ended_at IS NOT NULL`,
      [ids],
    );
  }

  /** Whether anything of that person is public. */
  async isShown(participantId: string, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>('SELECT FROM public_video WHERE participant_id = $1 LIMIT 1', [
      participantId,
    ]);
    return rows.length > 0;
  }

  /** Copies of the site that are older than this are certainly looked after by hand. */
  async removeLongEnded(): Promise<void> {
    await this.dataSource.query(`DELETE FROM story_appearance WHERE ended_at < clock_timestamp() - interval '3 years'`);
  }
}

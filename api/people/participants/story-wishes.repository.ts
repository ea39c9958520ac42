import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { StoryWishesRequest } from '../../contract/stories/my-story.js';
import type { Transaction } from '../../platform/database/transaction.js';

@Injectable()
export class StoryWishesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(participantId: string): Promise<(StoryWishesRequest & { changedAt: Date }) | null> {
    const [row] = await this.dataSource.query<(StoryWishesRequest & { changedAt: Date })[]>(
      `SELECT words, contact_name AS "contactName", contact, changed_at AS "changedAt"
       FROM story_wish WHERE participant_id = $1`,
      [participantId],
    );
    return row ?? null;
  }

  /** @returns whether they are others now */
  async save(
    participantId: string,
    { words, contactName, contact }: StoryWishesRequest,
    at: Date,
    transaction: Transaction,
  ): Promise<boolean> {
    // Said again, the same wishes are later than a taking back that failed.
    const [{ isOther }] = await transaction.query<[{ isOther: boolean }]>(
      `WITH before AS (SELECT words, contact_name, contact FROM story_wish WHERE participant_id = $1),
       saved AS (
         INSERT INTO story_wish (participant_id, words, contact_name, contact, changed_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (participant_id) DO UPDATE SET words = excluded.words, contact_name = excluded.contact_name,
           contact = excluded.contact, changed_at = excluded.changed_at
         RETURNING words, contact_name, contact)
       SELECT NOT EXISTS (SELECT FROM before JOIN saved USING (words, contact_name, contact)) AS "isOther"`,
      [participantId, words, contactName, contact, at],
    );
    return isOther;
  }

  /** @returns when those were said that there were */
  async remove(participantId: string, transaction: Transaction): Promise<Date | null> {
    const [[row]] = await transaction.query<[{ at: Date }[], number]>(
      'DELETE FROM story_wish WHERE participant_id = $1 RETURNING changed_at AS at',
      [participantId],
    );
    return row?.at ?? null;
  }

  /** @returns whether there were any */
  async removeUntil(participantId: string, at: Date, transaction: Transaction): Promise<boolean> {
    const [, removed] = await transaction.query<[unknown, number]>(
      `DELETE FROM story_wish WHERE participant_id = $1 AND date_trunc('milliseconds', changed_at) <= $2`,
      [participantId, at],
    );
    return removed > 0;
  }
}

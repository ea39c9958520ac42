import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { RELEASE_LINK_MAX_AGE_MS } from '../../../contract/common/limits.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A mailed link to one cut; the token itself is kept nowhere. */
export interface ReleaseLink {
  videoId: string;
  participantId: string;
  createdAt: Date;
  answeredAt: Date | null;
}

const COLUMNS = `video_id AS "videoId", participant_id AS "participantId", created_at AS "createdAt", answered_at AS "answeredAt"`;
/** Not answered, not too old, still to whom the mail went, and of a video of theirs. */
const LIVE = `l.answered_at IS NULL AND l.created_at > $2
  AND l.email = (SELECT p.email FROM participant p WHERE p.id = l.participant_id)
  AND l.participant_id = (SELECT v.participant_id FROM showcase_video v WHERE v.id = l.video_id)`;

@Injectable()
export class ReleaseLinksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Whoever is being deleted is waited for, before their video is held.
   * @returns false where the person or the video is not there any more
   */
  async insert(tokenHash: Buffer, videoId: string, participantId: string, email: string): Promise<boolean> {
    const inserted = await this.dataSource.query<unknown[]>(
      `WITH person AS (SELECT id FROM participant WHERE id = $3 FOR KEY SHARE),
       video AS (SELECT id FROM showcase_video WHERE id = $2 AND EXISTS (SELECT FROM person) FOR KEY SHARE)
       INSERT INTO release_link (token_hash, video_id, participant_id, email)
       SELECT $1, video.id, person.id, $4 FROM person, video RETURNING 1`,
      [tokenHash, videoId, participantId, email],
    );
    return inserted.length > 0;
  }

  async remove(tokenHash: Buffer): Promise<void> {
    await this.dataSource.query('DELETE FROM release_link WHERE token_hash = $1', [tokenHash]);
  }

  async find(tokenHash: Buffer, transaction: Transaction = this.dataSource.manager): Promise<ReleaseLink | null> {
    const [link] = await transaction.query<ReleaseLink[]>(`SELECT ${COLUMNS} FROM release_link WHERE token_hash = $1`, [
      tokenHash,
    ]);
    return link ?? null;
  }

  async findLive(tokenHash: Buffer, transaction: Transaction = this.dataSource.manager): Promise<ReleaseLink | null> {
    const [link] = await transaction.query<ReleaseLink[]>(
      `SELECT ${COLUMNS} FROM release_link l WHERE l.token_hash = $1 AND ${LIVE}`,
      [tokenHash, new Date(Date.now() - RELEASE_LINK_MAX_AGE_MS)],
    );
    return link ?? null;
  }

  /** Those that lead nowhere any more. */
  async removeMadeBefore(time: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM release_link WHERE created_at <= $1', [time]);
  }
}

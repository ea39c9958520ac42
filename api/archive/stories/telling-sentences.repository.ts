import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SEARCH_SHARD_SIZE } from '../../contract/common/limits.js';

/** A public video whose words nobody has looked at since they changed. */
export interface UnreadVideo {
  videoId: string;
  /** The stretch of the archive in which its story stands. */
  stretch: number;
}

export interface FoundSentence {
  videoId: string;
  revision: number;
  sentence: string | null;
}

@Injectable()
export class TellingSentencesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Stretch by stretch of the archive.
   * @param participantIds of these people alone; absent: of everybody
   */
  findUnread(participantIds?: string[]): Promise<UnreadVideo[]> {
    return this.dataSource.query(
      `SELECT v.id AS "videoId", (s.sequence / $1)::int AS stretch
       FROM showcase_video v JOIN story_publication s USING (participant_id)
       LEFT JOIN telling_sentence t ON t.video_id = v.id AND t.revision = v.revision
       WHERE v.is_approved AND t.video_id IS NULL ${participantIds ? 'AND v.participant_id = ANY($2::uuid[])' : ''}
       ORDER BY stretch, v.id`,
      [SEARCH_SHARD_SIZE, ...(participantIds ? [participantIds] : [])],
    );
  }

  /** What these videos say now, those that were taken back meanwhile left out. */
  findWords(videoIds: string[]): Promise<{ videoId: string; revision: number; transcript: string }[]> {
    return this.dataSource.query(
      `SELECT id AS "videoId", revision, transcript FROM showcase_video WHERE id = ANY($1::uuid[]) AND is_approved`,
      [videoIds],
    );
  }

  /** What the latest say who stand in that stretch of the archive. */
  async findTranscripts(stretch: number, limit: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ transcript: string }[]>(
      `SELECT v.transcript FROM showcase_video v JOIN story_publication s USING (participant_id)
       WHERE v.is_approved AND s.sequence >= $1 AND s.sequence < $2 ORDER BY s.sequence DESC, v.id LIMIT $3`,
      [stretch * SEARCH_SHARD_SIZE, (stretch + 1) * SEARCH_SHARD_SIZE, limit],
    );
    return rows.map(({ transcript }) => transcript);
  }

  /**
   * Videos that were deleted meanwhile are passed over, and those that somebody holds just now, perhaps to delete them.
   * @returns the ids of the others
   */
  async save(found: FoundSentence[]): Promise<string[]> {
    const saved = await this.dataSource.query<{ video_id: string }[]>(
      `INSERT INTO telling_sentence (video_id, revision, sentence)
       SELECT f."videoId", f.revision, f.sentence
       FROM jsonb_to_recordset($1::jsonb) AS f ("videoId" uuid, revision int, sentence text)
       JOIN showcase_video v ON v.id = f."videoId" ORDER BY v.id FOR KEY SHARE OF v SKIP LOCKED
       ON CONFLICT (video_id) DO UPDATE SET revision = excluded.revision, sentence = excluded.sentence
       RETURNING video_id`,
      [JSON.stringify(found)],
    );
    return saved.map(({ video_id }) => video_id);
  }
}

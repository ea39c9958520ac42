import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { TranscriptCue } from '../../contract/cues.js';
import { IS_ONE_OF } from './stories.repository.js';

/** A transcript as it is kept for searching. */
export interface SearchText {
  videoId: string;
  revision: number;
  text: string;
}

export interface FoundAnswer {
  videoId: string;
  userName: string;
  firstName: string;
  title: string;
  transcript: string;
  cues: TranscriptCue[] | null;
}

export interface FoundIds {
  count: number;
  page: string[];
  shown: string[];
}

/** The texts that are searched: of every answer that the public can find, and of no other. */
@Injectable()
export class TranscriptSearchRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Removes the texts of answers that have changed or are no longer public. */
  async removeOutdated(): Promise<void> {
    await this.dataSource.query(`
      DELETE FROM transcript_search t WHERE NOT EXISTS (
        SELECT FROM public_video v WHERE v.is_searchable AND v.id = t.video_id AND v.revision = t.revision)`);
  }

  /** Answers without a text, as they were written. */
  findMissing(limit: number): Promise<SearchText[]> {
    return this.dataSource.query(
      `SELECT v.id AS "videoId", v.revision, v.transcript AS text FROM public_video v
       WHERE v.is_searchable AND NOT EXISTS (SELECT FROM transcript_search t WHERE t.video_id = v.id) LIMIT $1`,
      [limit],
    );
  }

  /** Another server may have added newer ones, and a video may have changed or been withdrawn meanwhile. */
  async add(texts: SearchText[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO transcript_search (video_id, revision, text)
       SELECT t."videoId", t.revision, t.text
       FROM jsonb_to_recordset($1::jsonb) AS t ("videoId" uuid, revision int, text text)
       JOIN showcase_video v ON v.id = t."videoId" AND v.revision = t.revision AND v.is_approved
       FOR SHARE OF v
       ON CONFLICT (video_id) DO UPDATE SET revision = excluded.revision, text = excluded.text
       WHERE excluded.revision > transcript_search.revision`,
      [JSON.stringify(texts)],
    );
  }

  /** Ids of the answers that contain a text, which is no pattern. */
  async findAll(text: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT video_id AS id FROM transcript_search WHERE strpos(text, $1) > 0',
      [text],
    );
    return rows.map(({ id }) => id);
  }

  /** Which answers contain a text, newest story first, and which of `asked` do. The text is no pattern. */
  async find(text: string, from: number, limit: number, asked: string[]): Promise<FoundIds> {
    const [found] = await this.dataSource.query<[FoundIds]>(
      `WITH found AS MATERIALIZED (SELECT video_id FROM transcript_search WHERE strpos(text, $1) > 0)
       SELECT (SELECT count(*)::int FROM found) AS count,
              ARRAY(
                SELECT f.video_id FROM found f
                JOIN showcase_video v ON v.id = f.video_id
                JOIN participant p ON p.id = v.participant_id
                JOIN question q ON q.id = v.question_id
                LEFT JOIN story_publication s ON s.participant_id = p.id
                ORDER BY s.sequence DESC NULLS FIRST, p.created_at DESC, p.id, q.sequence OFFSET $2 LIMIT $3
              ) AS page,
              ARRAY(SELECT video_id FROM found WHERE video_id = ANY($4::uuid[])) AS shown`,
      [text, from, limit, asked],
    );
    return found;
  }

  findAnswers(videoIds: string[]): Promise<FoundAnswer[]> {
    return this.dataSource.query(
      `SELECT v.id AS "videoId", p.user_name AS "userName", p.first_name AS "firstName", v.title, v.transcript, v.cues
       FROM public_video v JOIN participant p ON p.id = v.participant_id
       WHERE ${IS_ONE_OF}`,
      [videoIds],
    );
  }
}

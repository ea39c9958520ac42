import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { TranscriptCue } from '../../contract/transcripts/cues.js';
import type { Reader } from '../../platform/database/read-replica.js';
import { IS_ONE_OF } from './stories.repository.js';

/** A transcript as it is kept for searching. */
export interface SearchText {
  videoId: string;
  revision: number;
  text: string;
}

/** Texts of answers that have changed or are no longer public, and answers without a text of what they say now. */
export interface TextDifferences {
  outdated: Omit<SearchText, 'text'>[];
  missing: string[];
}

export interface FoundAnswer {
  videoId: string;
  userName: string;
  firstName: string;
  /** Its title. */
  question: string;
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

  /**
   * How the texts differ from the public answers, in one look at both.
   * @param participantIds those of these people; null: all
   */
  async findDifferences(participantIds: string[] | null): Promise<TextDifferences> {
    const isTheirs = participantIds === null ? '' : 'AND v.participant_id = ANY($1::uuid[])';
    const areTheirs =
      participantIds === null
        ? ''
        : 'WHERE video_id IN (SELECT id FROM showcase_video WHERE participant_id = ANY($1::uuid[]))';
    const [found] = await this.dataSource.query<[TextDifferences]>(
      `SELECT coalesce(jsonb_agg(jsonb_build_object('videoId', t.video_id, 'revision', t.revision))
                      FILTER (WHERE v.id IS NULL), '[]') AS outdated,
             coalesce(array_agg(v.id) FILTER (WHERE t.video_id IS NULL), '{}') AS missing
      FROM (
        SELECT v.id, v.revision, coalesce(s.sequence, -1) AS story_sequence, q.sequence AS question_sequence
        FROM public_video v LEFT JOIN story_publication s ON s.participant_id = v.participant_id
        JOIN question q ON q.id = v.question_id
        WHERE v.is_searchable ${isTheirs}
      ) v
      FULL JOIN (SELECT * FROM transcript_search ${areTheirs}) t
        ON t.video_id = v.id AND t.revision = v.revision AND coalesce(t.story_sequence, -1) = v.story_sequence
       AND t.question_sequence = v.question_sequence
      WHERE v.id IS NULL OR t.video_id IS NULL`,
      participantIds === null ? [] : [participantIds],
    );
    return found;
  }

  /** Removes these texts, and none that took their place meanwhile. */
  async remove(texts: Omit<SearchText, 'text'>[]): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM transcript_search t USING jsonb_to_recordset($1::jsonb) AS o ("videoId" uuid, revision int)
       WHERE t.video_id = o."videoId" AND t.revision = o.revision`,
      [JSON.stringify(texts)],
    );
  }

  /** Those of these answers that can be found, as they were written. */
  findTexts(videoIds: string[]): Promise<SearchText[]> {
    return this.dataSource.query(
      `SELECT v.id AS "videoId", v.revision, v.transcript AS text FROM public_video v
       WHERE v.is_searchable AND ${IS_ONE_OF}`,
      [videoIds],
    );
  }

  /**
   * Another server may have added newer ones, and a video may have changed or been withdrawn meanwhile.
   * @returns how many were taken
   */
  async add(texts: SearchText[]): Promise<number> {
    const added = await this.dataSource.query<unknown[]>(
      `INSERT INTO transcript_search (video_id, revision, text, story_sequence, question_sequence)
       SELECT t."videoId", t.revision, t.text, s.sequence, q.sequence
       FROM jsonb_to_recordset($1::jsonb) AS t ("videoId" uuid, revision int, text text)
       JOIN showcase_video v ON v.id = t."videoId" AND v.revision = t.revision AND v.is_approved
       LEFT JOIN story_publication s ON s.participant_id = v.participant_id
       LEFT JOIN question q ON q.id = v.question_id
       ORDER BY v.id FOR SHARE OF v
       ON CONFLICT (video_id) DO UPDATE
       SET revision = excluded.revision, text = excluded.text, story_sequence = excluded.story_sequence,
           question_sequence = excluded.question_sequence
       WHERE excluded.revision > transcript_search.revision
       RETURNING video_id`,
      [JSON.stringify(texts)],
    );
    return added.length;
  }

  /** Lets the index of trigrams take in what was added, so that no search has to read through it. */
  async settle(): Promise<void> {
    await this.dataSource.query(
      `SELECT gin_clean_pending_list(oid) FROM pg_class WHERE oid = to_regclass('transcript_search_grams')`,
    );
  }

  /** The answers that contain a text, which is no pattern: their ids, each with the revision that does. */
  async findAll(text: string, reader: Reader): Promise<Map<string, number>> {
    const rows = await reader.query<{ id: string; revision: number }[]>(
      'SELECT video_id AS id, revision FROM transcript_search WHERE text LIKE $1',
      [patternOf(text)],
    );
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  }

  /** Which answers contain a text, newest story first, and which of `asked` do. The text is no pattern. */
  async find(
    text: string,
    { from, limit, asked }: { from: number; limit: number; asked: string[] },
    reader: Reader,
  ): Promise<FoundIds> {
    const [found] = await reader.query<[FoundIds]>(
      `WITH found AS MATERIALIZED (
         SELECT video_id, story_sequence, question_sequence FROM transcript_search WHERE text LIKE $1
       )
       SELECT (SELECT count(*)::int FROM found) AS count,
              ARRAY(
                SELECT video_id FROM found
                ORDER BY story_sequence DESC NULLS FIRST, question_sequence, video_id OFFSET $2 LIMIT $3
              ) AS page,
              ARRAY(SELECT video_id FROM found WHERE video_id = ANY($4::uuid[])) AS shown`,
      [patternOf(text), from, limit, asked],
    );
    return found;
  }

  findAnswers(videoIds: string[], reader: Reader): Promise<FoundAnswer[]> {
    return reader.query(
      `SELECT v.id AS "videoId", p.user_name AS "userName", coalesce(n.shown_name, p.first_name) AS "firstName",
              q.title AS question, v.transcript, v.cues
       FROM public_video v JOIN participant p ON p.id = v.participant_id JOIN question q ON q.id = v.question_id
       LEFT JOIN story_choice n ON n.participant_id = p.id
       WHERE v.is_searchable AND ${IS_ONE_OF}`,
      [videoIds],
    );
  }
}

/** LIKE, and not strpos, because an index of trigrams serves it where there is one. */
function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

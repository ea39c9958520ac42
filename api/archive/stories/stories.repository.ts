import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import type { Publication, ShownMedia, ShownVideo } from './shown-video.js';

/** Of each person on each question, the approved video that was approved last; only columns that are named are sorted. */
export const shown = (columns: string) => `(
  SELECT DISTINCT ON (participant_id, question_id) participant_id, question_id, ${columns} FROM showcase_video
  WHERE is_approved ORDER BY participant_id, question_id, approved_at DESC, id
)`;
/** What the public plays of a file: what was made for every device, until then the copy without metadata. Never the file. */
const PUBLIC_FILE = 'coalesce(r.playable_media_id, r.copy_media_id)';
/**
 * A copy that was public before there was one for every device stays a day longer: somebody may be watching it just then.
 */
const IS_LINGERING = `(r.state = 'ready' AND r.copy_media_id IS NOT NULL AND r.changed_at > v.approved_at AND r.changed_at > now() - interval '1 day')`;
/** What was made took the place of such a file at its very address. */
const SAME_ADDRESS = `'video/mp4', 'audio/mp4', 'audio/x-m4a'`;
/** `is_searchable` has the rules of isSearchable() in contract/transcript-search.ts. */
export const PUBLICATION_COLUMNS = `id, media_id, approved_at, revision, changed_at, cues IS NOT NULL AS is_timed, question_id IS NOT NULL AND transcript <> ''
  AND position('story overview' IN lower(title COLLATE "C")) = 0 AS is_searchable`;

/** Newest story first, one not numbered yet before all; within it the overview, then the answers in the interview's order. */
const SHOWN_VIDEOS = `
  SELECT p.id AS "participantId", p.first_name AS "firstName", p.user_name AS "userName", p.created_at AS "joinedAt",
         v.id AS "videoId", v.question_id AS "questionId", v.title, v.transcript, v.cues, v.approved_at AS "approvedAt",
         m.mime_type AS "mimeType", m.bytes::float8 AS bytes, v.video_url AS "hostedUrl",
         coalesce(r.poster_media_id, t.media_id) IS NOT NULL AS "hasPoster",
         r.audio_media_id IS NOT NULL AS "hasAudio", r.duration_seconds AS "durationSeconds"
  FROM ${shown('id, title, transcript, cues, media_id, video_url, approved_at')} v
  JOIN participant p ON p.id = v.participant_id
  LEFT JOIN video_preparation r ON r.media_id = v.media_id
  LEFT JOIN media_file m ON m.id = ${PUBLIC_FILE}
  LEFT JOIN hosted_thumbnail t ON t.video_id = v.id
  LEFT JOIN question q ON q.id = v.question_id
  LEFT JOIN story_publication s ON s.participant_id = p.id`;
const IN_ORDER = `ORDER BY s.sequence DESC NULLS FIRST, p.created_at DESC, p.id, q.sequence NULLS FIRST`;

type ShownMediaRow = Omit<MediaFile, 'bytes'> & { userName: string; videoId: string; bytes: string };
type PublicationRow = Omit<Publication, 'sequence' | 'changedAt'> & { sequence: string; changedAt: Date };

/** Reads what the public may see, always straight from the approved videos. */
@Injectable()
export class StoriesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findAllShown(): Promise<ShownVideo[]> {
    return this.dataSource.query(`${SHOWN_VIDEOS} ${IN_ORDER}`);
  }

  findShownOf(participantIds: string[]): Promise<ShownVideo[]> {
    return this.dataSource.query(`${SHOWN_VIDEOS} WHERE v.participant_id = ANY($1::uuid[]) ${IN_ORDER}`, [
      participantIds,
    ]);
  }

  findShownByUserName(userName: string): Promise<ShownVideo[]> {
    return this.dataSource.query(
      `${SHOWN_VIDEOS} WHERE v.participant_id = (SELECT id FROM participant WHERE user_name = $1) ${IN_ORDER}`,
      [userName],
    );
  }

  findShownVideos(videoIds: string[]): Promise<ShownVideo[]> {
    return this.dataSource.query(`${SHOWN_VIDEOS} WHERE v.id = ANY($1::uuid[]) ${IN_ORDER}`, [videoIds]);
  }

  async findShownMedia(participantIds: string[]): Promise<ShownMedia[]> {
    const rows = await this.dataSource.query<ShownMediaRow[]>(
      `SELECT DISTINCT p.user_name AS "userName", v.id AS "videoId", m.id, m.key, m.sha256, m.bytes, m.mime_type AS "mimeType",
              m.created_at AS "createdAt"
       FROM ${shown('id, media_id, approved_at')} v
       JOIN participant p ON p.id = v.participant_id
       LEFT JOIN video_preparation r ON r.media_id = v.media_id
       LEFT JOIN hosted_thumbnail t ON t.video_id = v.id
       JOIN media_file m
         ON m.id IN (${PUBLIC_FILE}, r.poster_media_id, r.audio_media_id, t.media_id)
         OR (m.id = r.copy_media_id AND m.mime_type NOT IN (${SAME_ADDRESS}) AND ${IS_LINGERING})
       WHERE v.participant_id = ANY($1::uuid[])`,
      [participantIds],
    );
    return rows.map(({ userName, videoId, bytes, ...file }) => ({
      userName,
      videoId,
      file: { ...file, bytes: Number(bytes) },
    }));
  }

  /** Numbers the stories that are public for the first time, in the order in which they were approved. */
  async numberNewStories(): Promise<void> {
    await this.dataSource.query(`
      INSERT INTO story_publication (participant_id)
      SELECT participant_id FROM showcase_video v
      WHERE is_approved AND NOT EXISTS (SELECT FROM story_publication s WHERE s.participant_id = v.participant_id)
      GROUP BY participant_id ORDER BY min(approved_at), participant_id`);
  }

  /** Every public story by its number, without reading a transcript. */
  async findPublications(): Promise<Publication[]> {
    const rows = await this.dataSource.query<PublicationRow[]>(`
      SELECT p.id AS "participantId", p.user_name AS "userName", p.first_name AS "firstName", s.sequence,
             ARRAY(SELECT f.user_name FROM former_address f WHERE f.participant_id = p.id ORDER BY f.user_name)
               AS "formerUserNames",
             md5(p.first_name || count(*) FILTER (WHERE ${IS_LINGERING})
                 || string_agg(concat_ws(':', v.id, v.revision, ${PUBLIC_FILE}), ',' ORDER BY v.question_id)) AS "contentKey",
             max(v.changed_at) AS "changedAt",
             (array_agg(coalesce(r.poster_media_id, t.media_id) ORDER BY q.sequence NULLS FIRST)
               FILTER (WHERE coalesce(r.poster_media_id, t.media_id) IS NOT NULL))[1] AS "posterId",
             coalesce(array_agg(v.id ORDER BY v.id) FILTER (WHERE v.is_timed), '{}') AS "timedVideoIds",
             bool_or(v.is_searchable) AS "isSearchable"
      FROM ${shown(PUBLICATION_COLUMNS)} v
      JOIN participant p ON p.id = v.participant_id
      JOIN story_publication s ON s.participant_id = p.id
      LEFT JOIN question q ON q.id = v.question_id
      LEFT JOIN video_preparation r ON r.media_id = v.media_id
      LEFT JOIN hosted_thumbnail t ON t.video_id = v.id
      GROUP BY p.id, s.sequence ORDER BY s.sequence`);
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence), changedAt: row.changedAt.toISOString() }));
  }

  /** Changes with everything that the whole of the stories shows; costs far less than reading it. */
  async fingerprint(): Promise<string> {
    const [row] = await this.dataSource.query<[{ videos: string; approvals: string; numbered: string }]>(`
      SELECT count(*) AS videos, coalesce(sum(hashtextextended(id::text, revision)), 0) AS approvals,
             (SELECT coalesce(max(sequence), -1) FROM story_publication) AS numbered
      FROM showcase_video WHERE is_approved`);
    return `${row.videos}.${row.approvals}.${row.numbered}`;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import type { Reader } from '../../platform/database/read-replica.js';
import { FILM } from './film.js';
import type { EndingVideo, Publication, ShownMedia, ShownVideo } from './shown-video.js';

const SHOWN_VIDEOS = `
  SELECT p.id AS "participantId", coalesce(n.shown_name, p.first_name) AS "firstName", p.user_name AS "userName",
         p.created_at AS "joinedAt", coalesce(n.is_unlisted, false) AS "isUnlisted",
         v.id AS "videoId", v.revision, v.question_id AS "questionId", v.title, v.transcript, v.cues,
         c.sentence AS "chosenSentence", t.sentence AS "tellingSentence", v.approved_at AS "approvedAt",
         m.mime_type AS "mimeType", m.bytes::float8 AS bytes, v.video_url AS "hostedUrl", v.is_written AS "isWritten",
         v.poster_media_id IS NOT NULL AS "hasPoster", v.audio_media_id IS NOT NULL AS "hasAudio",
         v.duration_seconds AS "durationSeconds"
  FROM public_video v
  JOIN participant p ON p.id = v.participant_id
  LEFT JOIN story_choice n ON n.participant_id = p.id
  LEFT JOIN chosen_sentence c ON c.video_id = v.id
  LEFT JOIN telling_sentence t ON t.video_id = v.id
  LEFT JOIN media_file m ON m.id = v.public_media_id
  LEFT JOIN question q ON q.id = v.question_id
  LEFT JOIN story_publication s ON s.participant_id = p.id`;
/** One not numbered yet before all. */
const NEWEST_FIRST = `ORDER BY s.sequence DESC NULLS FIRST, p.created_at DESC, p.id`;
/** Within a story the overview, then the answers in the interview's order. */
const IN_ORDER = `${NEWEST_FIRST}, q.sequence NULLS FIRST`;
/** Public videos by their ids ($1). The view is searched by person, through an index, and cannot be by id. */
export const IS_ONE_OF = `v.id = ANY($1::uuid[])
  AND v.participant_id = ANY(ARRAY(SELECT participant_id FROM showcase_video WHERE id = ANY($1::uuid[])))`;
/** Types of a copy at whose address the public finds the rendition for every device, once there is one. */
const SAME_ADDRESS = `'video/mp4', 'audio/mp4', 'audio/x-m4a'`;

type ShownMediaRow = Omit<MediaFile, 'bytes'> & { userName: string; videoId: string; bytes: string };
type PublicationRow = Omit<Publication, 'sequence' | 'changedAt'> & { sequence: string; changedAt: Date };

/** Reads what the public may see, always straight from the approved videos. */
@Injectable()
export class StoriesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whose story is public, the newest first, but for those that are found by their link alone. */
  async findListedPeople(from: Reader): Promise<string[]> {
    const rows = await from.query<{ id: string }[]>(`
      SELECT p.id FROM (SELECT DISTINCT participant_id FROM public_video) v
      JOIN participant p ON p.id = v.participant_id
      LEFT JOIN story_choice n ON n.participant_id = p.id
      LEFT JOIN story_publication s ON s.participant_id = p.id
      WHERE n.is_unlisted IS NOT TRUE ${NEWEST_FIRST}`);
    return rows.map(({ id }) => id);
  }

  findShownOf(participantIds: string[], from: Reader = this.dataSource): Promise<ShownVideo[]> {
    return from.query(`${SHOWN_VIDEOS} WHERE v.participant_id = ANY($1::uuid[]) ${IN_ORDER}`, [participantIds]);
  }

  findShownByUserName(userName: string, from: Reader): Promise<ShownVideo[]> {
    return from.query(
      `${SHOWN_VIDEOS} WHERE v.participant_id = (SELECT id FROM participant WHERE user_name = $1) ${IN_ORDER}`,
      [userName],
    );
  }

  async findShownMedia(participantIds: string[]): Promise<ShownMedia[]> {
    const rows = await this.dataSource.query<ShownMediaRow[]>(
      `SELECT DISTINCT p.user_name AS "userName", v.id AS "videoId", m.id, m.key, m.sha256, m.bytes, m.mime_type AS "mimeType",
              m.created_at AS "createdAt"
       FROM public_video v
       JOIN participant p ON p.id = v.participant_id
       JOIN media_file m
         ON m.id IN (v.public_media_id, v.poster_media_id, v.audio_media_id)
         OR (m.id = v.lingering_media_id AND m.mime_type NOT IN (${SAME_ADDRESS}))
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
  async numberNewStories(participantIds: string[] | null): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO story_publication (participant_id)
       SELECT participant_id FROM public_video
       WHERE participant_id = ANY(ARRAY(
         SELECT id FROM participant ${participantIds === null ? '' : 'WHERE id = ANY($1::uuid[])'}
         EXCEPT SELECT participant_id FROM story_publication))
       GROUP BY participant_id ORDER BY min(approved_at), participant_id`,
      participantIds === null ? [] : [participantIds],
    );
  }

  /**
   * Every public story by its number, without reading a transcript. The view brings the videos of a person together, so they
   * are summed up there, before anything is joined for which they would be sorted anew.
   */
  async findPublications(participantIds: string[] | null): Promise<Publication[]> {
    const rows = await this.dataSource.query<PublicationRow[]>(
      `
      SELECT p.id AS "participantId", p.user_name AS "userName", coalesce(n.shown_name, p.first_name) AS "firstName",
             s.sequence, coalesce(n.is_unlisted, false) AS "isUnlisted",
             ARRAY(SELECT f.user_name FROM former_address f WHERE f.participant_id = p.id ORDER BY f.user_name)
               AS "formerUserNames",
             md5(coalesce(n.shown_name, p.first_name) || CASE WHEN n.is_unlisted THEN ' unlisted ' ELSE '' END || v.lingering
                 || v.shown) AS "contentKey",
             v."changedAt", v."posterId", v."timedVideoIds", v."heardQuestionIds", v."isSearchable"
      FROM (
        SELECT v.participant_id, count(v.lingering_media_id) AS lingering,
               string_agg(concat_ws(':', v.id, v.revision, v.public_media_id), ',' ORDER BY v.question_id) AS shown,
               max(v.changed_at) AS "changedAt",
               (array_agg(v.poster_media_id ORDER BY (SELECT sequence FROM question WHERE id = v.question_id) NULLS FIRST)
                  FILTER (WHERE v.poster_media_id IS NOT NULL))[1] AS "posterId",
               coalesce(array_agg(v.id ORDER BY v.id) FILTER (WHERE v.is_timed), '{}') AS "timedVideoIds",
               coalesce(array_agg(v.question_id ORDER BY v.question_id)
                          FILTER (WHERE v.question_id IS NOT NULL AND v.public_media_id IS NOT NULL), '{}') AS "heardQuestionIds",
               bool_or(v.is_searchable) AS "isSearchable"
        FROM public_video v ${participantIds === null ? '' : 'WHERE v.participant_id = ANY($1::uuid[])'}
        GROUP BY v.participant_id
      ) v
      JOIN participant p ON p.id = v.participant_id
      JOIN story_publication s ON s.participant_id = p.id
      LEFT JOIN story_choice n ON n.participant_id = p.id
      ORDER BY s.sequence`,
      participantIds === null ? [] : [participantIds],
    );
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence), changedAt: row.changedAt.toISOString() }));
  }

  /** Videos that are public until a moment, by that moment. */
  findEnding(): Promise<EndingVideo[]> {
    return this.dataSource.query(
      `SELECT v.id, m.mime_type AS "mimeType", p.user_name AS "userName", min(l.public_until) AS "until"
       FROM cut_release l
       JOIN showcase_video v ON v.participant_id = l.participant_id AND v.is_approved
       JOIN participant p ON p.id = v.participant_id
       LEFT JOIN media_file m ON m.id = v.media_id
       WHERE l.public_until > now() AND l.film = ${FILM}
         AND NOT EXISTS (SELECT FROM cut_release x
                         WHERE x.participant_id = l.participant_id AND x.film = l.film AND x.number > l.number)
       GROUP BY v.id, m.mime_type, p.user_name ORDER BY min(l.public_until)`,
    );
  }

  /**
   * Changes with everything that the whole of the stories shows, with whatever anybody says to a film, and when a day comes
   * that somebody has set for it. Asked before every search, so it counts all approved videos, shown or not: no change is
   * missed, and none has to be sorted. What was made of a video is counted, too: its revision follows a moment later, and
   * does not where the server ends between the two.
   */
  async fingerprint(from: Reader = this.dataSource): Promise<string> {
    type Part = 'videos' | 'approvals' | 'renditions' | 'numbered' | 'sentences' | 'said' | 'moments';
    const [row] = await from.query<[Record<Part, string>]>(`
      SELECT count(*) AS videos, coalesce(sum(hashtextextended(v.id::text, v.revision)), 0) AS approvals,
             concat_ws(':', count(r.poster_media_id), count(r.playable_media_id), count(r.copy_media_id),
                       count(r.audio_media_id), count(r.duration_seconds)) AS renditions,
             (SELECT coalesce(max(sequence), -1) FROM story_publication) AS numbered,
             (SELECT concat_ws(':', count(*), sum(revision)) FROM telling_sentence) AS sentences,
             (SELECT concat_ws(':', count(*), sum(number)) FROM cut_release) AS said,
             (SELECT concat_ws(':', count(*) FILTER (WHERE public_from <= now()), count(*) FILTER (WHERE public_until <= now()))
              FROM cut_release WHERE public_from IS NOT NULL OR public_until IS NOT NULL) AS moments
      FROM showcase_video v LEFT JOIN video_preparation r ON r.media_id = v.media_id WHERE v.is_approved`);
    return `${row.videos}.${row.approvals}.${row.renditions}.${row.numbered}.${row.sentences}.${row.said}.${row.moments}`;
  }
}

import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, QueryFailedError } from 'typeorm';
import { GALLERY_PAGE_SIZE } from '../../contract/limits.js';
import { STORY_OVERVIEW_TITLE } from '../../contract/questions.js';
import type { StaffUserOption } from '../../contract/showcase.js';
import type { ReadTranscript } from '../../contract/transcript-input.js';
import type { ShowcaseVideoRow } from './showcase-video-row.js';
import { ShowcaseVideo } from './showcase-video.entity.js';

/** A person whose answers, or some of them, are public. */
export interface Storyteller {
  id: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
}

/** Texts that change; what is left out stays. */
interface TextChanges {
  title?: string;
  description?: string;
  transcript: ReadTranscript | null;
}

interface PageQuery {
  isApproved: boolean;
  words: string[];
  offset: number;
}

interface VideoPage {
  rows: ShowcaseVideoRow[];
  found: number;
  total: number;
}

/** What staff find a video by. */
const SEARCHED = `lower(concat_ws(E'\\n', p.first_name || ' ' || p.last_name, v.title, v.description, v.transcript,
                           coalesce(q.title, '${STORY_OVERVIEW_TITLE}')))`;

const JOINED = `
  FROM showcase_video v
  JOIN participant p ON p.id = v.participant_id
  LEFT JOIN media_file m ON m.id = v.media_id
  LEFT JOIN video_preparation r ON r.media_id = v.media_id
  LEFT JOIN media_file playable ON playable.id = r.playable_media_id
  LEFT JOIN question q ON q.id = v.question_id
  LEFT JOIN transcript_draft d ON d.video_id = v.id
  LEFT JOIN hosted_thumbnail t ON t.video_id = v.id`;

const ROWS = `
  SELECT v.id, v.participant_id AS "participantId", v.question_id AS "questionId", v.media_id AS "mediaId",
         v.video_url AS "videoUrl", v.title, v.description, v.transcript, v.cues, v.filename,
         v.is_approved AS "isApproved", v.approved_at AS "approvedAt", v.created_at AS "createdAt", v.revision, p.first_name AS "firstName", p.last_name AS "lastName",
         p.user_name AS "userName", q.title AS "questionTitle", m.bytes,
         coalesce(playable.mime_type, m.mime_type) AS "mimeType", r.duration_seconds AS "durationSeconds", r.width, r.height,
         coalesce(r.poster_media_id, t.media_id) IS NOT NULL AS "hasPoster", r.audio_media_id IS NOT NULL AS "hasAudio",
         t.media_id AS "thumbnailMediaId", r.state AS "preparationState", r.problem AS "preparationProblem",
         v.is_approved AND NOT EXISTS (
           SELECT FROM showcase_video o
           WHERE o.is_approved AND o.participant_id = v.participant_id AND o.question_id IS NOT DISTINCT FROM v.question_id
             AND (o.approved_at > v.approved_at OR (o.approved_at = v.approved_at AND o.id < v.id))) AS "isShown",
         coalesce(v.video_url, r.playable_media_id::text, r.copy_media_id::text) IS NOT NULL AS "isWatchable",
         CASE WHEN d.state <> 'settled' AND v.video_url IS NULL THEN json_build_object('state', d.state, 'cues', d.cues, 'problem', d.problem) END
           AS draft
  ${JOINED}`;

@Injectable()
export class ShowcaseVideosRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  findAll({ isApproved }: { isApproved: boolean }): Promise<ShowcaseVideoRow[]> {
    return this.dataSource.query(`${ROWS} WHERE v.is_approved = $1 ORDER BY v.created_at DESC, v.id`, [isApproved]);
  }

  /** Newest first; `found` counts those in which every word occurs, whatever its case, and `total` all of the list. */
  async findPage({ isApproved, words, offset }: PageQuery): Promise<VideoPage> {
    const conditions = words.map((_, index) => `AND position(lower($${index + 2}) IN ${SEARCHED}) > 0`).join(' ');
    const count = `SELECT count(*)::int AS found, (SELECT count(*)::int FROM showcase_video WHERE is_approved = $1) AS total`;
    const [counted] = await this.dataSource.query<Omit<VideoPage, 'rows'>[]>(
      `${count} ${JOINED} WHERE v.is_approved = $1 ${conditions}`,
      [isApproved, ...words],
    );
    const rows = await this.dataSource.query<ShowcaseVideoRow[]>(
      `${ROWS} WHERE v.is_approved = $1 ${conditions} ORDER BY v.created_at DESC, v.id
       LIMIT ${GALLERY_PAGE_SIZE} OFFSET $${words.length + 2}`,
      [isApproved, ...words, offset],
    );
    return { rows, ...counted! };
  }

  async find(id: string, transaction: Transaction = this.dataSource.manager): Promise<ShowcaseVideoRow | null> {
    const [row] = await transaction.query<ShowcaseVideoRow[]>(`${ROWS} WHERE v.id = $1`, [id]);
    return row ?? null;
  }

  /** Holds the video until the transaction ends, so that changes to it come one after another. */
  async findLocked(id: string, transaction: Transaction): Promise<ShowcaseVideoRow | null> {
    const [row] = await transaction.query<ShowcaseVideoRow[]>(`${ROWS} WHERE v.id = $1 FOR UPDATE OF v`, [id]);
    return row ?? null;
  }

  /** False when the person has been deleted meanwhile. */
  async insert(video: ShowcaseVideo, transaction: Transaction): Promise<boolean> {
    try {
      await transaction.insert(ShowcaseVideo, video);
      return true;
    } catch (error) {
      if (isMissingParticipant(error)) return false;
      throw error;
    }
  }

  /** Runs `work` in one transaction. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Answers whether that changed anything. */
  async setApproved(id: string, isApproved: boolean, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video
       SET is_approved = $2, approved_at = CASE WHEN $2 THEN clock_timestamp() END, revision = revision + 1
       WHERE id = $1 AND is_approved <> $2`,
      [id, isApproved],
    );
    return affected > 0;
  }

  /** Sets the given texts; answers whether that changed anything. */
  async edit(id: string, { title, description, transcript }: TextChanges, transaction: Transaction): Promise<boolean> {
    const cues = transcript?.cues ? JSON.stringify(transcript.cues) : null;
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video v
       SET title = n.title, description = n.description, transcript = n.transcript, cues = n.cues, revision = v.revision + 1
       FROM (SELECT id, coalesce($2, title) AS title, coalesce($3, description) AS description,
                    coalesce($4, transcript) AS transcript,
                    CASE WHEN $4 IS NULL OR ($5::jsonb IS NULL AND $4 = transcript) THEN cues ELSE $5 END AS cues
             FROM showcase_video WHERE id = $1 FOR UPDATE) n
       WHERE v.id = n.id AND (n.title, n.description, n.transcript, n.cues)
                             IS DISTINCT FROM (v.title, v.description, v.transcript, v.cues)`,
      [id, title, description, transcript?.transcript, cues],
    );
    return affected > 0;
  }

  /** Sets the words to those of an earlier version, exactly; answers whether that changed anything. */
  async restore(id: string, version: number, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video v
       SET title = n.title, description = n.description, transcript = n.transcript, cues = n.cues, revision = v.revision + 1
       FROM word_version n
       WHERE v.id = $1 AND n.video_id = v.id AND n.number = $2
         AND (n.title, n.description, n.transcript, n.cues) IS DISTINCT FROM (v.title, v.description, v.transcript, v.cues)`,
      [id, version],
    );
    return affected > 0;
  }

  /** Whose video it is, and what it answers. False when that person has been deleted meanwhile. */
  async place(
    id: string,
    { participantId, questionId, isApproved }: Pick<ShowcaseVideo, 'participantId' | 'questionId' | 'isApproved'>,
    transaction: Transaction,
  ): Promise<boolean> {
    try {
      await transaction.query(
        `UPDATE showcase_video
         SET participant_id = $2, question_id = $3, is_approved = $4, approved_at = CASE WHEN $4 THEN approved_at END,
             revision = revision + 1
         WHERE id = $1`,
        [id, participantId, questionId, isApproved],
      );
      return true;
    } catch (error) {
      if (isMissingParticipant(error)) return false;
      throw error;
    }
  }

  /** The video stands at this address from now on, and its file, if it had one, is needed no longer. */
  async move(id: string, videoUrl: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE showcase_video SET media_id = NULL, filename = NULL, video_url = $2, revision = revision + 1 WHERE id = $1`,
      [id, videoUrl],
    );
  }

  /** Counts a change of what the public sees of the video. Answers whether it is public. */
  async touch(id: string, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      'UPDATE showcase_video SET revision = revision + 1 WHERE id = $1 AND is_approved',
      [id],
    );
    return affected > 0;
  }

  /** Counts a change of what the public sees of the video that is kept as this file. Answers whether it is public. */
  async touchByMedia(mediaId: string, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      'UPDATE showcase_video SET revision = revision + 1 WHERE media_id = $1 AND is_approved',
      [mediaId],
    );
    return affected > 0;
  }

  /** As `touch`, for every public video of a person. */
  async touchAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      'UPDATE showcase_video SET revision = revision + 1 WHERE participant_id = $1 AND is_approved',
      [participantId],
    );
  }

  async remove(id: string, transaction: Transaction): Promise<void> {
    await transaction.delete(ShowcaseVideo, { id });
  }

  /** Holds all videos of a person until the transaction ends. */
  findLockedOf(participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    return transaction.query(`${ROWS} WHERE v.participant_id = $1 FOR UPDATE OF v`, [participantId]);
  }

  async removeAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.delete(ShowcaseVideo, { participantId });
  }

  /** The one approved last first. */
  findApproved(): Promise<ShowcaseVideoRow[]> {
    return this.dataSource.query(`${ROWS} WHERE v.is_approved ORDER BY v.approved_at DESC, v.id`);
  }

  /** Those who have an approved video on a question, in the order in which they came. */
  findStorytellers(): Promise<Storyteller[]> {
    return this.dataSource.query(
      `SELECT id, first_name AS "firstName", last_name AS "lastName", created_at AS "createdAt" FROM participant p
       WHERE EXISTS (SELECT FROM showcase_video v
                     WHERE v.participant_id = p.id AND v.is_approved AND v.question_id IS NOT NULL)
       ORDER BY created_at, id`,
    );
  }

  /** Null of nobody who is there. */
  async findName(userId: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ name: string }[]>(
      `SELECT first_name || ' ' || last_name AS name FROM participant WHERE id = $1`,
      [userId],
    );
    return row?.name ?? null;
  }

  async hasUser(userId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('SELECT FROM participant WHERE id = $1', [userId]);
    return rows.length > 0;
  }

  findUserOptions(): Promise<StaffUserOption[]> {
    return this.dataSource.query(
      `SELECT id, first_name AS "firstName", last_name AS "lastName", email FROM participant`,
    );
  }
}

function isMissingParticipant(error: unknown): boolean {
  const cause = error instanceof QueryFailedError ? (error.driverError as { constraint?: string }) : null;
  return cause?.constraint === 'showcase_video_participant_id_fkey';
}

import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { FILM } from '../../stories/film.js';
import { ASKED, FORMER_FILMS, LAST_RELEASE, OPEN_WISH } from '../releases/standing/releases.repository.js';
import { STORY_OVERVIEW_TITLE } from '../../../contract/interview/questions.js';
import { IS_WITHOUT_GUARDIAN } from '../../../people/consent/without-guardian.js';
import { WHY_NOT_SHOWN } from '../../../people/consent/not-shown.js';
import type { ShowcaseVideoRow } from './showcase-video-row.js';

/** A person whose answers, or some of them, are public. */
export interface Storyteller {
  id: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
}

interface PageQuery {
  isApproved: boolean;
  words: string[];
  /** Null for everybody. */
  participantId: string | null;
  offset: number;
  size: number;
}

interface VideoPage {
  /** `ofPerson`: how many of the list are of the same person. */
  rows: (ShowcaseVideoRow & { ofPerson: number })[];
  found: number;
  total: number;
}

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
  LEFT JOIN hosted_thumbnail t ON t.video_id = v.id
  LEFT JOIN media_file picture ON picture.id = t.media_id
  LEFT JOIN story_choice n ON n.participant_id = p.id
  LEFT JOIN chosen_sentence c ON c.video_id = v.id`;

/** Of a `showcase_video v`. Whoever has said nothing may have come by another client, which never asks. */
const NOT_RECORDED = `(${IS_WITHOUT_GUARDIAN} OR EXISTS (
  SELECT FROM recording_consent s WHERE s.participant_id = v.participant_id AND s.state <> 'given'
    AND (s.state <> 'none' OR s.asked_anew_at IS NOT NULL)))`;

/**
 * Of a `showcase_video v`, as JSON: what of the same person, on the same question, was approved last before it, but for what
 * waits for its first day. As in `public_video`, it keeps what is older still covered once its time is over.
 */
const OLDER_CUT = `(
  SELECT CASE WHEN said.public_until <= now() IS NOT TRUE THEN json_build_object('title', o.title, 'approvedAt', o.approved_at) END
  FROM (SELECT v.*, ${FILM} AS film FROM showcase_video v LEFT JOIN media_file m ON m.id = v.media_id) o
  LEFT JOIN LATERAL (
    SELECT l.public_from, l.public_until FROM cut_release l WHERE l.participant_id = o.participant_id AND l.film = o.film
    ORDER BY l.number DESC LIMIT 1) said ON true
  WHERE o.participant_id = v.participant_id AND o.question_id IS NOT DISTINCT FROM v.question_id AND o.is_approved
    AND o.approved_at <= v.approved_at AND o.id <> v.id
    AND said.public_from > now() IS NOT TRUE
  ORDER BY o.approved_at DESC, o.id LIMIT 1)`;

/** Of a `showcase_video v`, as JSON: what the story shows on the same question. */
const SHOWN_CUT = `(
  SELECT json_build_object('title', s.title, 'approvedAt', s.approved_at, 'hasTranscript', s.transcript <> '', 'hasCaptions', s.is_timed)
  FROM public_video s
  WHERE s.participant_id = v.participant_id AND s.question_id IS NOT DISTINCT FROM v.question_id)`;

const COLUMNS = `
  SELECT v.id, v.participant_id AS "participantId", v.question_id AS "questionId", v.media_id AS "mediaId",
         v.video_url AS "videoUrl", v.written_answer_id AS "writtenAnswerId", v.title, v.description, v.transcript, v.cues, c.sentence AS "chosenSentence", v.filename,
         v.is_approved AS "isApproved", v.approved_at AS "approvedAt", v.created_at AS "createdAt", v.revision, p.first_name AS "firstName", p.last_name AS "lastName",
         coalesce(n.shown_name, p.first_name) AS "shownName", ${FILM} AS film, encode(picture.sha256, 'hex') AS picture,
         ${LAST_RELEASE} AS release, ${OPEN_WISH} AS wish,
         ${FORMER_FILMS} AS "formerFilms", ${ASKED} AS asked,
         ${NOT_RECORDED} AS "isNotRecorded", coalesce(n.is_unlisted, false) AS "isUnlisted",
         p.user_name AS "userName", q.title AS "questionTitle", m.bytes,
         coalesce(playable.mime_type, m.mime_type) AS "mimeType", r.duration_seconds AS "durationSeconds", r.width, r.height,
         coalesce(r.poster_media_id, t.media_id) IS NOT NULL AS "hasPoster", r.audio_media_id IS NOT NULL AS "hasAudio",
         t.media_id AS "thumbnailMediaId", r.state AS "preparationState", r.problem AS "preparationProblem",
         v.id IS NOT DISTINCT FROM (
           SELECT s.id FROM public_video s
           WHERE s.participant_id = v.participant_id AND s.question_id IS NOT DISTINCT FROM v.question_id) AS "isShown",
         ${OLDER_CUT} AS "olderCut", CASE WHEN NOT v.is_approved THEN ${SHOWN_CUT} END AS "wouldReplace",
         ${WHY_NOT_SHOWN},
         coalesce(v.video_url, v.written_answer_id::text, r.playable_media_id::text, r.copy_media_id::text) IS NOT NULL AS "isWatchable",
         CASE WHEN d.state <> 'settled' AND v.video_url IS NULL THEN json_build_object('state', d.state, 'cues', d.cues, 'problem', d.problem) END
           AS draft`;

const ROWS = `${COLUMNS} ${JOINED}`;

/** Showcase videos as staff see them. */
@Injectable()
export class ShowcaseVideoRowsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  findAll({ isApproved }: { isApproved: boolean }): Promise<ShowcaseVideoRow[]> {
    return this.dataSource.query(`${ROWS} WHERE v.is_approved = $1 ORDER BY v.created_at DESC, v.id`, [isApproved]);
  }

  /**
   * The videos of a person together, the person of the newest one first; `found` counts those in which every word occurs,
   * whatever its case, and `total` all of the list.
   */
  async findPage({ isApproved, words, participantId, offset, size }: PageQuery): Promise<VideoPage> {
    const conditions = [
      'v.is_approved = $1',
      '($2::uuid IS NULL OR v.participant_id = $2)',
      ...words.map((_, index) => `position(lower($${index + 3}) IN ${SEARCHED}) > 0`),
    ].join(' AND ');
    const given = [isApproved, participantId, ...words];
    const count = `SELECT count(*)::int AS found, (SELECT count(*)::int FROM showcase_video WHERE is_approved = $1) AS total`;
    const [counted] = await this.dataSource.query<Omit<VideoPage, 'rows'>[]>(
      `${count} ${JOINED} WHERE ${conditions}`,
      given,
    );
    const rows = await this.dataSource.query<VideoPage['rows']>(
      `WITH person AS (
         SELECT participant_id, max(created_at) AS newest, count(*)::int AS videos FROM showcase_video
         WHERE is_approved = $1 GROUP BY participant_id)
       ${COLUMNS}, person.videos AS "ofPerson" ${JOINED} JOIN person ON person.participant_id = v.participant_id
       WHERE ${conditions}
       ORDER BY person.newest DESC, v.participant_id, q.sequence NULLS FIRST, v.created_at DESC, v.id
       LIMIT $${given.length + 1} OFFSET $${given.length + 2}`,
      [...given, size, offset],
    );
    return { rows, ...counted! };
  }

  /** The one approved last first. */
  findApproved(): Promise<ShowcaseVideoRow[]> {
    return this.dataSource.query(`${ROWS} WHERE v.is_approved ORDER BY v.approved_at DESC, v.id`);
  }

  /** The written chapter that was made of that answer. */
  async findMadeOf(writtenAnswerId: string, transaction: Transaction): Promise<ShowcaseVideoRow | null> {
    const [row] = await transaction.query<ShowcaseVideoRow[]>(`${ROWS} WHERE v.written_answer_id = $1`, [
      writtenAnswerId,
    ]);
    return row ?? null;
  }

  async find(id: string, transaction: Transaction = this.dataSource.manager): Promise<ShowcaseVideoRow | null> {
    const [row] = await transaction.query<ShowcaseVideoRow[]>(`${ROWS} WHERE v.id = $1`, [id]);
    return row ?? null;
  }

  /** Holds the video until the transaction ends, so that changes to it come one after another. */
  async findLocked(id: string, transaction: Transaction): Promise<ShowcaseVideoRow | null> {
    await transaction.query('SELECT FROM showcase_video WHERE id = $1 FOR UPDATE', [id]);
    // Read once it is held: what the lock has waited for counts.
    return this.find(id, transaction);
  }

  /** Holds all videos of a person until the transaction ends, in the order in which others hold many. */
  findLockedOf(participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    return transaction.query(`${ROWS} WHERE v.participant_id = $1 ORDER BY v.id FOR UPDATE OF v`, [participantId]);
  }

  /** Null: there is no such video. */
  async findPerson(id: string, transaction: Transaction): Promise<string | null> {
    const [row] = await transaction.query<{ participantId: string }[]>(
      'SELECT participant_id AS "participantId" FROM showcase_video WHERE id = $1',
      [id],
    );
    return row?.participantId ?? null;
  }

  /**
   * What nobody sees because this approved video of the same person, on the same question, was approved later: held until
   * the transaction ends.
   */
  findCoveredBy(
    { id, participantId, questionId }: ShowcaseVideoRow,
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow[]> {
    return transaction.query(
      `SELECT * FROM (
         ${ROWS}
         JOIN showcase_video covering ON covering.id = $1
         WHERE v.participant_id = $2 AND v.question_id IS NOT DISTINCT FROM $3 AND v.is_approved AND v.id <> covering.id
           AND v.approved_at <= covering.approved_at
         FOR UPDATE OF v) older
       WHERE NOT older."isShown"`,
      [id, participantId, questionId],
    );
  }

  /** As a story tells them, the overview first; of several cuts of one the newest first. */
  findAllOf(participantId: string): Promise<ShowcaseVideoRow[]> {
    return this.dataSource.query(
      `${ROWS} WHERE v.participant_id = $1 ORDER BY q.sequence NULLS FIRST, v.created_at DESC, v.id`,
      [participantId],
    );
  }

  /** Those who have an approved video on a question, in the order in which they came. */
  findStorytellers(): Promise<Storyteller[]> {
    return this.dataSource.query(
      `SELECT id, first_name AS "firstName", last_name AS "lastName", created_at AS "createdAt" FROM participant p
       WHERE EXISTS (SELECT FROM public_video v WHERE v.participant_id = p.id AND v.question_id IS NOT NULL)
       ORDER BY created_at, id`,
    );
  }
}

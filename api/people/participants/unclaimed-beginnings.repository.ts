import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ParticipantStatus } from '../../contract/people/participants.js';
import { Participant } from './participant.entity.js';
import type { SplitOff, TimeField } from './split-off.js';

/** What was begun under one e-mail before it was proven, and is nobody's until its owner decides. */
export interface Beginning {
  participantId: string;
  status: ParticipantStatus;
  instagram: string | null;
  tiktok: string | null;
  answers: number;
  photos: number;
  /** Recordings that were not saved yet. */
  drafts: number;
  lastAt: Date | null;
}

/** With all that is needed to give it back. */
export interface WholeBeginning extends Beginning {
  tag: boolean;
  isDone: boolean;
  times: Partial<Record<TimeField, string>>;
}

const BEGINNINGS = `
  SELECT b.participant_id AS "participantId", b.status, b.tag, b.instagram, b.tiktok, b.is_done AS "isDone", b.times,
    made.answers, made.photos, made."lastAt",
    (SELECT count(*)::int FROM upload_session s
     WHERE s.participant_id = b.participant_id AND s.audience = 'set_apart') AS drafts
  FROM unclaimed_beginning b, LATERAL (
    SELECT count(*) FILTER (WHERE kind = 'answer')::int AS answers, count(*) FILTER (WHERE kind = 'photo')::int AS photos,
      max(created_at) AS "lastAt"
    FROM (SELECT 'answer' AS kind, created_at FROM answer a
          WHERE a.participant_id = b.participant_id AND a.is_set_apart AND a.is_chosen
          UNION ALL
          SELECT 'answer', changed_at FROM written_answer w
          WHERE w.participant_id = b.participant_id AND w.is_set_apart AND w.text <> ''
          UNION ALL
          SELECT 'photo', created_at FROM photo f WHERE f.participant_id = b.participant_id AND f.is_set_apart) AS things) AS made`;

/** What a browser has begun under an e-mail that another one proves. */
@Injectable()
export class UnclaimedBeginningsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  findAll(): Promise<Beginning[]> {
    return this.dataSource.query(BEGINNINGS);
  }

  async find(
    participantId: string,
    transaction: Transaction = this.dataSource.manager,
  ): Promise<WholeBeginning | null> {
    const [row] = await transaction.query<WholeBeginning[]>(`${BEGINNINGS} WHERE b.participant_id = $1`, [
      participantId,
    ]);
    return row ?? null;
  }

  /**
   * Sets apart what somebody has made; what is on its way in chunks ends, but for recordings.
   * @returns the questions that it answers
   */
  async setThingsApart(id: string, transaction: Transaction): Promise<number[]> {
    const [answers] = await transaction.query<[{ questionId: number }[], number]>(
      'UPDATE answer SET is_set_apart = true WHERE participant_id = $1 RETURNING question_id AS "questionId"',
      [id],
    );
    await transaction.query('UPDATE photo SET is_set_apart = true WHERE participant_id = $1', [id]);
    // Whoever registered has said yes for themselves, and has receipts of their own. What is about somebody under 18 waits.
    await transaction.query(
      `INSERT INTO guardian_set_apart (participant_id, state, version, changed_at, may_transcribe, may_keep_words, may_keep_photos,
         guardian_email, guardian_token_hash, guardian_agreed_hashes, guardian_asked_at, guardian_mails, subject_key)
       SELECT participant_id, state, version, changed_at, may_transcribe, may_keep_words, may_keep_photos,
         coalesce(guardian_email, ''), guardian_token_hash, guardian_agreed_hashes, guardian_asked_at, guardian_mails,
         coalesce(subject_key, gen_random_uuid())
       FROM recording_consent LEFT JOIN consent_subject USING (participant_id)
       WHERE participant_id = $1 AND (guardian_email IS NOT NULL OR state IN ('guardian_asked', 'guardian_refused'))`,
      [id],
    );
    // Who was asked anew is asked, whoever they are.
    await transaction.query(
      `UPDATE recording_consent SET state = 'none', may_transcribe = NULL, may_keep_words = NULL, may_keep_photos = NULL,
         changed_at = date_trunc('milliseconds', greatest(clock_timestamp(), changed_at) + interval '1 millisecond')
       WHERE participant_id = $1 AND guardian_email IS NULL AND asked_anew_at IS NOT NULL AND state IN ('none', 'refused')`,
      [id],
    );
    await transaction.query(
      `DELETE FROM recording_consent
       WHERE participant_id = $1 AND (guardian_email IS NOT NULL OR asked_anew_at IS NULL OR state <> 'none')`,
      [id],
    );
    await transaction.query('DELETE FROM consent_subject WHERE participant_id = $1', [id]);
    const [written] = await transaction.query<[{ questionId: number }[], number]>(
      'UPDATE written_answer SET is_set_apart = true WHERE participant_id = $1 RETURNING question_id AS "questionId"',
      [id],
    );
    // What was recorded and not saved yet is all that is left where a device was lost: it waits as the rest does.
    await transaction.query(
      `UPDATE upload_session SET audience = 'set_apart'
       WHERE audience = 'participant' AND participant_id = $1 AND helper_link_id IS NULL AND total_size > 0
         AND details ? 'recordingDraft'`,
      [id],
    );
    await transaction.query(`DELETE FROM upload_session WHERE audience = 'participant' AND participant_id = $1`, [id]);
    return [...answers, ...written].map(({ questionId }) => questionId);
  }

  async insert(id: string, kept: SplitOff['kept'], transaction: Transaction): Promise<void> {
    const { status, isDone, tag, instagram, tiktok, times } = kept;
    await transaction.query(
      `INSERT INTO unclaimed_beginning (participant_id, set_apart_at, status, is_done, tag, instagram, tiktok, times)
       VALUES ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7)`,
      [id, status, isDone, tag, instagram, tiktok, JSON.stringify(times)],
    );
  }

  async setParticipant(id: string, fields: Partial<Participant>, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, fields);
  }

  /** Ends it where nothing of it is left to decide about. A guardian's word is. */
  async endEmpty(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `DELETE FROM unclaimed_beginning WHERE participant_id = $1
         AND NOT EXISTS (SELECT FROM answer WHERE participant_id = $1 AND is_set_apart)
         AND NOT EXISTS (SELECT FROM written_answer WHERE participant_id = $1 AND is_set_apart)
         AND NOT EXISTS (SELECT FROM photo WHERE participant_id = $1 AND is_set_apart)
         AND NOT EXISTS (SELECT FROM upload_session WHERE participant_id = $1 AND audience = 'set_apart')
         AND NOT EXISTS (SELECT FROM guardian_set_apart WHERE participant_id = $1)`,
      [participantId],
    );
  }

  async end(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM unclaimed_beginning WHERE participant_id = $1', [participantId]);
  }

  /** What came through the public page came under the e-mail, whoever registered it; not what came while it was somebody else's. */
  async firstUpload({ id, emailKey }: Participant, transaction: Transaction): Promise<Date | null> {
    const [row] = await transaction.query<{ at: Date | null }[]>(
      `SELECT min(u.created_at) AS at FROM public_upload u JOIN public_upload_owner o ON o.upload_id = u.id
       WHERE u.submitter_email_key = $1 AND o.participant_id = $2`,
      [emailKey, id],
    );
    return row?.at ?? null;
  }
}

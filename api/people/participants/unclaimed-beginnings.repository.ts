import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { RECORDING_DRAFT_ACTIVE_MS } from '../../contract/limits.js';
import type { DiscardUnclaimedRequest, ParticipantStatus } from '../../contract/participants.js';
import { type StepField, stepFieldsCompletedByAnswer } from '../../contract/steps.js';
import { storySlug } from '../../contract/story-slug.js';
import { Participant } from './participant.entity.js';
import { removeAnswers } from './remove-answers.js';
import { isNamesake, NAMESAKE_SLUG } from './namesake-slug.js';

type TimeField = StepField | 'mediaUploadCompletedAt';

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

/** What is not theirs. */
export interface RemovedBeginning {
  /** In which it was kept. */
  mediaIds: string[];
  wordsIds: string[];
  /** Their story is hidden, which they did not say. */
  isHidden: boolean;
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

/** Sets apart what a browser has begun under an e-mail that another one proves, gives it back or removes it. */
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

  /** Leaves the person as they were before anything was recorded; what is on its way in chunks ends, but for recordings. */
  async setApart(participant: Participant, transaction: Transaction): Promise<void> {
    const { id, status, isDone, tag, instagram, tiktok } = participant;
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
    for (const table of ['recording_consent', 'consent_subject']) {
      await transaction.query(`DELETE FROM ${table} WHERE participant_id = $1`, [id]);
    }
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

    const fields = new Set<TimeField>(
      [...answers, ...written].flatMap(({ questionId }) => stepFieldsCompletedByAnswer(questionId)),
    );
    if (status === 'submitted') fields.add('mediaUploadCompletedAt');
    const times = Object.fromEntries([...fields].map((field) => [field, participant[field] ?? undefined]));
    await transaction.query(
      `INSERT INTO unclaimed_beginning (participant_id, set_apart_at, status, is_done, tag, instagram, tiktok, times)
       VALUES ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7)`,
      [id, status, isDone, tag, instagram, tiktok, JSON.stringify(times)],
    );
    const open: Partial<Record<TimeField, Date | null>> = Object.fromEntries([...fields].map((field) => [field, null]));
    if (fields.has('mediaUploadCompletedAt'))
      open.mediaUploadCompletedAt = await this.firstUpload(participant, transaction);
    const blank = { status: 'in_progress', isDone: false, tag: false, instagram: null, tiktok: null } as const;
    await transaction.update(Participant, { id }, { ...blank, ...open, keptUnder: [randomUUID()] });
  }

  /**
   * Gives what was set apart to the person. What they have recorded themselves since then stays their answer, and what they
   * had recorded before can be chosen until the story is handed in; returns the media of what goes because it already is.
   */
  async giveBack(participant: Participant, row: WholeBeginning, transaction: Transaction): Promise<string[]> {
    const { id } = participant;
    await transaction.query(
      `UPDATE answer a SET is_chosen = false WHERE participant_id = $1 AND is_set_apart AND EXISTS (
         SELECT FROM answer own WHERE own.participant_id = $1 AND own.question_id = a.question_id AND NOT own.is_set_apart)`,
      [id],
    );
    // Words are added to those that the person has written since then, all of them: the limit is for what is typed.
    await transaction.query(
      `WITH apart AS (DELETE FROM written_answer a WHERE participant_id = $1 AND is_set_apart
         AND helper_link_id IS NULL AND EXISTS (
         SELECT FROM written_answer own WHERE own.participant_id = $1 AND own.question_id = a.question_id
           AND NOT own.is_set_apart AND own.helper_link_id IS NULL) RETURNING id, question_id, text, joined_ids)
       UPDATE written_answer own SET text = trim(both E'\n' FROM own.text || E'\n\n' || apart.text),
         joined_ids = own.joined_ids || apart.id || apart.joined_ids, revision = own.revision + 1,
         changed_at = date_trunc('milliseconds', greatest(now(), own.changed_at + interval '1 millisecond'))
       FROM apart WHERE own.participant_id = $1 AND own.question_id = apart.question_id
         AND NOT own.is_set_apart AND own.helper_link_id IS NULL`,
      [id],
    );
    // What was found not to be whole is told now.
    await transaction.query(
      `UPDATE recording_proof SET due_at = now() WHERE state = 'flawed' AND due_at IS NOT NULL AND media_id IN (
         SELECT media_id FROM answer WHERE participant_id = $1 AND is_set_apart
         UNION SELECT p.media_id FROM answer_piece p JOIN answer a ON a.id = p.answer_id
         WHERE a.participant_id = $1 AND a.is_set_apart)`,
      [id],
    );
    for (const table of ['answer', 'photo', 'written_answer']) {
      await transaction.query(`UPDATE ${table} SET is_set_apart = false WHERE participant_id = $1`, [id]);
    }
    // However long they waited, there is a whole day to save them. None of them grows now.
    await transaction.query(
      `UPDATE upload_chunk SET received_at = now() - $2 * interval '1 millisecond' WHERE upload_id IN (
         SELECT id FROM upload_session WHERE audience = 'set_apart' AND participant_id = $1)`,
      [id, RECORDING_DRAFT_ACTIVE_MS],
    );
    await transaction.query(
      `UPDATE upload_session SET audience = 'participant' WHERE audience = 'set_apart' AND participant_id = $1`,
      [id],
    );
    const times = Object.entries(row.times).map(([field, time]) => {
      const since = participant[field as TimeField];
      const before = new Date(time);
      return [field, since && since < before ? since : before] as const;
    });
    await transaction.update(
      Participant,
      { id },
      {
        ...Object.fromEntries(times),
        status: row.status === 'submitted' ? 'submitted' : participant.status,
        isDone: row.isDone || participant.isDone,
        // Handles that staff have corrected since then stay.
        tag: row.tag || participant.tag,
        instagram: participant.instagram ?? row.instagram,
        tiktok: participant.tiktok ?? row.tiktok,
        keptUnder: [...new Set([...(participant.keptUnder ?? []), id])],
      },
    );
    await this.end(id, transaction);
    const isSubmitted = row.status === 'submitted' || participant.status === 'submitted';
    if (!isSubmitted) return [];
    const { mediaIds } = await removeAnswers('participant_id = $1 AND NOT is_chosen', [id], transaction);
    return mediaIds;
  }

  /** Removes what was set apart. */
  async remove(
    participant: Participant,
    { firstName, lastName }: DiscardUnclaimedRequest,
    transaction: Transaction,
  ): Promise<RemovedBeginning> {
    const { id, createdAt, userName } = participant;
    const answers = await removeAnswers('participant_id = $1 AND is_set_apart', [id], transaction);
    const [words] = await transaction.query<[{ id: string }[], number]>(
      'DELETE FROM written_answer WHERE participant_id = $1 AND is_set_apart RETURNING id',
      [id],
    );
    const [photos] = await transaction.query<[{ mediaId: string }[], number]>(
      'DELETE FROM photo WHERE participant_id = $1 AND is_set_apart RETURNING original_media_id AS "mediaId"',
      [id],
    );
    await transaction.update(Participant, { id }, { firstName, lastName });
    await this.leaveNames(id, transaction);
    const [chosen] = await transaction.query<{ name: string | null }[]>(
      'SELECT shown_name AS name FROM story_choice WHERE participant_id = $1',
      [id],
    );
    const base = storySlug(chosen?.name ?? firstName, createdAt);
    if (!isNamesake(userName, base)) await this.rename(id, base, transaction);
    const isHidden = await this.isHiddenByOthers(id, transaction);
    await this.discardGuardians(id, transaction);
    await this.end(id, transaction);
    return {
      mediaIds: [...answers.mediaIds, ...photos.map(({ mediaId }) => mediaId)],
      wordsIds: words.map((each) => each.id),
      isHidden,
    };
  }

  /** Where staff have corrected the name, the owner's is one more version of it; no address with an earlier name leads here. */
  private async leaveNames(id: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO participant_name (participant_id, first_name, last_name)
       SELECT id, first_name, last_name FROM participant
       WHERE id = $1 AND EXISTS (SELECT FROM participant_name WHERE participant_id = $1)`,
      [id],
    );
    await transaction.query('DELETE FROM former_address WHERE participant_id = $1', [id]);
  }

  /** Whoever began it was under 18, or their guardian said no, which nobody shows a story against. */
  private async isHiddenByOthers(id: string, transaction: Transaction): Promise<boolean> {
    const found = await transaction.query<unknown[]>(
      `SELECT FROM participant p JOIN story_choice c ON c.participant_id = p.id LEFT JOIN guardian_set_apart g ON g.participant_id = p.id
       WHERE p.id = $1
         AND (c.hidden_at <= p.email_proven_at OR (g.state = 'guardian_refused' AND c.hidden_at >= g.changed_at))`,
      [id],
    );
    return found.length > 0;
  }

  /** What was made of it without a guardian's yes stays so; nobody is asked for one any more. */
  private async discardGuardians(id: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `DELETE FROM guardian_set_apart WHERE participant_id = $1 AND (state NOT IN ('guardian_asked', 'guardian_refused', 'refused')
         OR NOT EXISTS (SELECT FROM showcase_video WHERE participant_id = $1))`,
      [id],
    );
    await transaction.query(
      `UPDATE guardian_set_apart SET discarded_at = clock_timestamp(), guardian_email = '', guardian_token_hash = NULL,
         guardian_agreed_hashes = '{}' WHERE participant_id = $1`,
      [id],
    );
  }

  /** A story that producers work on keeps its address. */
  private async rename(id: string, base: string, transaction: Transaction): Promise<void> {
    await transaction
      .createQueryBuilder()
      .update(Participant)
      .set({ userName: () => NAMESAKE_SLUG })
      .where('id = :id AND NOT EXISTS (SELECT FROM showcase_video v WHERE v.participant_id = :id)')
      .setParameters({ id, base })
      .execute();
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

  /** Asks once more, of what there is still. */
  async askAgain(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO unclaimed_beginning (participant_id, set_apart_at, status, is_done, tag, times)
       VALUES ($1, clock_timestamp(), 'in_progress', false, false, '{}')`,
      [participantId],
    );
  }

  private async end(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM unclaimed_beginning WHERE participant_id = $1', [participantId]);
  }

  /** What came through the public page came under the e-mail, whoever registered it; not what came while it was somebody else's. */
  private async firstUpload({ id, emailKey }: Participant, transaction: Transaction): Promise<Date | null> {
    const [row] = await transaction.query<{ at: Date | null }[]>(
      `SELECT min(u.created_at) AS at FROM public_upload u JOIN public_upload_owner o ON o.upload_id = u.id
       WHERE u.submitter_email_key = $1 AND o.participant_id = $2`,
      [emailKey, id],
    );
    return row?.at ?? null;
  }
}

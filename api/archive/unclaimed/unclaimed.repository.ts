import { Injectable } from '@nestjs/common';
import { RECORDING_DRAFT_ACTIVE_MS } from '../../contract/common/limits.js';
import { type RemovedAnswers, removeAnswers } from '../../people/interview/remove-answers.js';
import { NAMESAKE_SLUG } from '../../people/participants/namesake-slug.js';
import { Participant } from '../../people/participants/participant.entity.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { GuardianApart } from './disclaimed.js';

/** What was begun under an e-mail before it was proven, as its owner decides about it. */
@Injectable()
export class UnclaimedRepository {
  /**
   * Gives what was set apart to the person. What they have recorded themselves since then stays their answer, and what they
   * had recorded before is an earlier recording.
   */
  async giveBack(id: string, transaction: Transaction): Promise<void> {
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
  }

  /** The recordings that are no answers. */
  removeEarlier(id: string, transaction: Transaction): Promise<RemovedAnswers> {
    return removeAnswers('participant_id = $1 AND NOT is_chosen', [id], transaction);
  }

  /** Removes what was set apart; returns the media in which it was kept, and the ids of what was written. */
  async remove(id: string, transaction: Transaction): Promise<{ mediaIds: string[]; wordsIds: string[] }> {
    const answers = await removeAnswers('participant_id = $1 AND is_set_apart', [id], transaction);
    const [words] = await transaction.query<[{ id: string }[], number]>(
      'DELETE FROM written_answer WHERE participant_id = $1 AND is_set_apart RETURNING id',
      [id],
    );
    const [photos] = await transaction.query<[{ mediaId: string }[], number]>(
      'DELETE FROM photo WHERE participant_id = $1 AND is_set_apart RETURNING original_media_id AS "mediaId"',
      [id],
    );
    return {
      mediaIds: [...answers.mediaIds, ...photos.map(({ mediaId }) => mediaId)],
      wordsIds: words.map((each) => each.id),
    };
  }

  async setParticipant(id: string, fields: Partial<Participant>, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, fields);
  }

  /** Where staff have corrected the name, the owner's is one more version of it; no address with an earlier name leads here. */
  async leaveNames(id: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO participant_name (participant_id, first_name, last_name)
       SELECT id, first_name, last_name FROM participant
       WHERE id = $1 AND EXISTS (SELECT FROM participant_name WHERE participant_id = $1)`,
      [id],
    );
    await transaction.query('DELETE FROM former_address WHERE participant_id = $1', [id]);
  }

  /** The story gets the first free slug that begins with `base`. */
  async rename(id: string, base: string, transaction: Transaction): Promise<void> {
    await transaction
      .createQueryBuilder()
      .update(Participant)
      .set({ userName: () => NAMESAKE_SLUG })
      .where('id = :id')
      .setParameters({ id, base })
      .execute();
  }

  /** What a guardian has said, or was asked, of what was set apart; nobody changes it until the transaction ends. */
  async lockGuardian(id: string, transaction: Transaction): Promise<GuardianApart | null> {
    const [row] = await transaction.query<GuardianApart[]>(
      'SELECT state, changed_at AS "changedAt" FROM guardian_set_apart WHERE participant_id = $1 FOR UPDATE',
      [id],
    );
    return row ?? null;
  }

  async removeGuardian(id: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM guardian_set_apart WHERE participant_id = $1', [id]);
  }

  /** Nobody is asked any more; what was said stays. */
  async discardGuardian(id: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE guardian_set_apart SET discarded_at = clock_timestamp(), guardian_email = '', guardian_token_hash = NULL,
         guardian_agreed_hashes = '{}' WHERE participant_id = $1`,
      [id],
    );
  }
}

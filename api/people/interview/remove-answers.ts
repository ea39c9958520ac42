import type { Transaction } from '../../platform/database/transaction.js';

/** Of the recordings to a question the newest is the answer, where none is. */
export async function chooseNewest(
  participantId: string,
  questionId: number,
  isSetApart: boolean,
  transaction: Transaction,
): Promise<void> {
  await transaction.query(
    `UPDATE answer SET is_chosen = true WHERE id = (
       SELECT id FROM answer WHERE participant_id = $1 AND question_id = $2 AND is_set_apart = $3
       ORDER BY is_chosen DESC, created_at DESC, id LIMIT 1)`,
    [participantId, questionId, isSetApart],
  );
}

export interface RemovedAnswers {
  ids: string[];
  /** What they answered. */
  places: { questionId: number; isSetApart: boolean }[];
  /** In which they were kept. */
  mediaIds: string[];
}

/**
 * Removes answers with their pieces.
 * @param which a condition on the table `answer`
 */
export async function removeAnswers(
  which: string,
  values: unknown[],
  transaction: Transaction,
): Promise<RemovedAnswers> {
  // What is added to one of them just now is waited for.
  const removed = await transaction.query<({ id: string } & RemovedAnswers['places'][number])[]>(
    `SELECT id, question_id AS "questionId", is_set_apart AS "isSetApart" FROM answer WHERE ${which} ORDER BY id FOR UPDATE`,
    values,
  );
  const kept = await transaction.query<{ mediaId: string }[]>(
    `SELECT media_id AS "mediaId" FROM answer WHERE ${which}
     UNION SELECT media_id FROM answer_piece WHERE answer_id IN (SELECT id FROM answer WHERE ${which})`,
    values,
  );
  await transaction.query(`DELETE FROM answer WHERE ${which}`, values);
  return { ids: removed.map(({ id }) => id), places: removed, mediaIds: kept.map(({ mediaId }) => mediaId) };
}

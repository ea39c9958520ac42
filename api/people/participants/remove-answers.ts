import type { Transaction } from '../../platform/database/transaction.js';

/**
 * Removes answers with their pieces; returns the media that they were kept in.
 * @param which a condition on the table `answer`
 */
export async function removeAnswers(which: string, values: unknown[], transaction: Transaction): Promise<string[]> {
  // What is added to one of them just now is waited for.
  await transaction.query(`SELECT FROM answer WHERE ${which} ORDER BY id FOR UPDATE`, values);
  const kept = await transaction.query<{ mediaId: string }[]>(
    `SELECT media_id AS "mediaId" FROM answer WHERE ${which}
     UNION SELECT media_id FROM answer_piece WHERE answer_id IN (SELECT id FROM answer WHERE ${which})`,
    values,
  );
  await transaction.query(`DELETE FROM answer WHERE ${which}`, values);
  return kept.map(({ mediaId }) => mediaId);
}

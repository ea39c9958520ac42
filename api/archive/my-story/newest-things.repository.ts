import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';

/** Times are kept to the microsecond, and said to the millisecond. */
const NEWEST = `
  SELECT date_trunc('milliseconds', max(created_at)) + interval '1 millisecond' AS "at" FROM (
    SELECT created_at FROM answer WHERE participant_id = $1
    UNION ALL SELECT p.created_at FROM answer_piece p JOIN answer a ON a.id = p.answer_id WHERE a.participant_id = $1
    UNION ALL SELECT changed_at FROM written_answer WHERE participant_id = $1
    UNION ALL SELECT created_at FROM photo WHERE participant_id = $1
    UNION ALL SELECT created_at FROM showcase_video WHERE participant_id = $1
    UNION ALL SELECT created_at FROM upload_session
      WHERE participant_id = $1 OR lower(details ->> 'userId') = $1::uuid::text) AS things`;

@Injectable()
export class NewestThingsRepository {
  /** A moment after the newest of a person's things was made, by whichever clock; null where there is nothing. */
  async findEnd(participantId: string, transaction: Transaction): Promise<Date | null> {
    const [row] = await transaction.query<[{ at: Date | null }]>(NEWEST, [participantId]);
    return row.at;
  }
}

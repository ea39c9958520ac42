import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../platform/database/transaction.js';

export interface StoredUrgent {
  id: string;
  participantId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string;
  questionId: number | null;
  /** Of a participant's photo, or of what came through the public page. */
  photoId: string | null;
  markedAt: Date;
  markedBy: string | null;
  takenAt: Date | null;
  takenBy: string | null;
}

/** Null when it is done, or there is no such thing. */
type Locked = {
  participantId: string | null;
  photoId: string | null;
  takenAt: Date | null;
  takenBy: string | null;
} | null;

@Injectable()
export class UrgentAnswersRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** What is not done, the longest waiting first. */
  findOpen(): Promise<StoredUrgent[]> {
    return this.dataSource.query(
      `SELECT u.id, u.participant_id AS "participantId", p.first_name AS "firstName", p.last_name AS "lastName",
         coalesce(p.email, owner.email, sent.submitter_email) AS email, u.question_id AS "questionId",
         coalesce(u.photo_id, u.public_upload_id) AS "photoId", u.marked_at AS "markedAt", u.marked_by AS "markedBy",
         u.taken_at AS "takenAt", u.taken_by AS "takenBy"
       FROM urgent_answer u LEFT JOIN participant p ON p.id = u.participant_id
       LEFT JOIN public_upload sent ON sent.id = u.public_upload_id
       LEFT JOIN public_upload_owner o ON o.upload_id = sent.id LEFT JOIN participant owner ON owner.id = o.participant_id
       WHERE u.done_at IS NULL ORDER BY u.marked_at, u.id`,
    );
  }

  /** Whether it was not marked before. */
  async mark(
    participantId: string,
    questionId: number,
    markedBy: string | null,
    transaction: Transaction,
  ): Promise<boolean> {
    const rows = await transaction.query<unknown[]>(
      `INSERT INTO urgent_answer (participant_id, question_id, marked_by) VALUES ($1, $2, $3)
       ON CONFLICT (participant_id, question_id) WHERE done_at IS NULL DO NOTHING RETURNING id`,
      [participantId, questionId, markedBy],
    );
    return rows.length > 0;
  }

  /** What came through the public page is not removed until the end of `transaction`; false where it is gone. */
  async holdUpload(id: string, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>('SELECT FROM public_upload WHERE id = $1 FOR KEY SHARE', [id]);
    return rows.length > 0;
  }

  /** Of a photo of that participant; null: of what came through the public page. Whether it was not marked before. */
  async markPhoto(
    photoId: string,
    participantId: string | null,
    markedBy: string | null,
    transaction: Transaction,
  ): Promise<boolean> {
    const column = participantId === null ? 'public_upload_id' : 'photo_id';
    const rows = await transaction.query<unknown[]>(
      `INSERT INTO urgent_answer (${column}, participant_id, marked_by) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id`,
      [photoId, participantId, markedBy],
    );
    return rows.length > 0;
  }

  async lock(id: string, transaction: Transaction): Promise<Locked> {
    const [row] = await transaction.query<NonNullable<Locked>[]>(
      `SELECT participant_id AS "participantId", coalesce(photo_id, public_upload_id) AS "photoId", taken_at AS "takenAt", taken_by AS "takenBy"
       FROM urgent_answer WHERE id = $1 AND done_at IS NULL FOR UPDATE`,
      [id],
    );
    return row ?? null;
  }

  async setTaken(id: string, taken: { by: string | null } | null, transaction: Transaction): Promise<void> {
    await transaction.query(
      'UPDATE urgent_answer SET taken_at = CASE WHEN $2 THEN clock_timestamp() END, taken_by = $3 WHERE id = $1',
      [id, taken !== null, taken?.by ?? null],
    );
  }

  async setDone(id: string, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE urgent_answer SET done_at = clock_timestamp() WHERE id = $1', [id]);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { DueMail, WaitingMails } from '../../platform/mail/mail-queue-worker.js';
import { MAIL_ATTEMPTS_MAX, MAIL_RETRY_AFTER } from '../../platform/mail/mail-retries.js';
import { IS_MAILBOX_PROVEN } from '../participants/participant.entity.js';
import { CHAIN_LOCK } from './receipts.repository.js';

/** Only to whoever has shown that they read that mail. A mail that is given up is on the person's page. */
const SENDABLE = `receipt_mail m JOIN consent_subject s ON s.subject_key = m.subject_key
  JOIN participant p ON p.id = s.participant_id
  WHERE ${IS_MAILBOX_PROVEN} AND m.attempts < ${MAIL_ATTEMPTS_MAX}`;

export interface DueReceiptMail extends DueMail {
  participantId: string;
}

@Injectable()
export class ReceiptMailsRepository implements WaitingMails<DueReceiptMail> {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Also what is being written just then: it waits for whoever adds to the chain. */
  findDue(): Promise<string[]> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock_shared($1)', [CHAIN_LOCK]);
      // A server that was killed in its last try has left it.
      await transaction.query(
        `DELETE FROM receipt_mail WHERE attempts >= ${MAIL_ATTEMPTS_MAX} AND due_at <= clock_timestamp()`,
      );
      const rows = await transaction.query<{ id: string }[]>(
        `SELECT m.receipt_id AS id FROM ${SENDABLE} AND m.due_at <= clock_timestamp() ORDER BY m.due_at`,
      );
      return rows.map(({ id }) => id);
    });
  }

  async secondsUntilDue(): Promise<number | null> {
    const [row] = await this.dataSource.query<{ seconds: number | null }[]>(
      `SELECT extract(epoch FROM min(m.due_at) - clock_timestamp())::float8 AS seconds FROM ${SENDABLE}`,
    );
    return row?.seconds ?? null;
  }

  async begin(receiptId: string): Promise<DueReceiptMail | null> {
    const [rows] = await this.dataSource.query<[DueReceiptMail[], number]>(
      `UPDATE receipt_mail SET attempts = attempts + 1, due_at = clock_timestamp() + ${MAIL_RETRY_AFTER}
       FROM consent_subject s JOIN participant p ON p.id = s.participant_id
       WHERE receipt_id = $1 AND s.subject_key = receipt_mail.subject_key AND due_at <= clock_timestamp()
         AND attempts < ${MAIL_ATTEMPTS_MAX} AND ${IS_MAILBOX_PROVEN}
       RETURNING p.id AS "participantId", p.email, attempts >= ${MAIL_ATTEMPTS_MAX} AS "isLastTry"`,
      [receiptId],
    );
    return rows[0] ?? null;
  }

  async remove(receiptId: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      'DELETE FROM receipt_mail WHERE receipt_id = $1',
      [receiptId],
    );
    return count > 0;
  }
}

/** Part of what writes a receipt. */
export async function queueReceiptMail(receiptId: string, subjectKey: string, transaction: Transaction): Promise<void> {
  await transaction.query('INSERT INTO receipt_mail (receipt_id, subject_key) VALUES ($1, $2)', [
    receiptId,
    subjectKey,
  ]);
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { DueMail, WaitingMails } from '../../platform/mail/mail-queue-worker.js';
import { MAIL_ATTEMPTS_MAX, MAIL_RETRY_AFTER } from '../../platform/mail/mail-retries.js';

/** What the e-mail that somebody has until then is told of a change. */
export interface EmailNotice {
  /** Whom it is told. */
  email: string;
  /** The new one, while it is only asked for; null once it counts. */
  maskedEmail: string | null;
}

export type DueEmailNotice = EmailNotice & DueMail;

@Injectable()
export class EmailNoticesRepository implements WaitingMails<DueEmailNotice> {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * @param isHeld it waits for `release`, but no longer than a minute
   * @returns its id
   */
  async insert(
    participantId: string,
    { email, maskedEmail }: EmailNotice,
    isHeld: boolean,
    transaction: Transaction,
  ): Promise<string> {
    const [{ id }] = await transaction.query<[{ id: string }]>(
      `INSERT INTO email_notice (participant_id, email, masked_email, due_at)
       VALUES ($1, $2, $3, clock_timestamp() + CASE WHEN $4 THEN interval '1 minute' ELSE interval '0' END) RETURNING id`,
      [participantId, email, maskedEmail, isHeld],
    );
    return id;
  }

  async release(id: string): Promise<void> {
    await this.dataSource.query('UPDATE email_notice SET due_at = clock_timestamp() WHERE id = $1 AND attempts = 0', [
      id,
    ]);
  }

  async findDue(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT id FROM email_notice WHERE due_at <= clock_timestamp() ORDER BY due_at',
    );
    return rows.map(({ id }) => id);
  }

  async secondsUntilDue(): Promise<number | null> {
    const [row] = await this.dataSource.query<{ seconds: number | null }[]>(
      'SELECT extract(epoch FROM min(due_at) - clock_timestamp())::float8 AS seconds FROM email_notice',
    );
    return row?.seconds ?? null;
  }

  async begin(id: string): Promise<DueEmailNotice | null> {
    const [rows] = await this.dataSource.query<[DueEmailNotice[], number]>(
      `UPDATE email_notice SET attempts = attempts + 1, due_at = clock_timestamp() + ${MAIL_RETRY_AFTER}
       WHERE id = $1 AND due_at <= clock_timestamp()
       RETURNING email, masked_email AS "maskedEmail", attempts >= ${MAIL_ATTEMPTS_MAX} AS "isLastTry"`,
      [id],
    );
    return rows[0] ?? null;
  }

  async remove(id: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>('DELETE FROM email_notice WHERE id = $1', [id]);
    return count > 0;
  }
}

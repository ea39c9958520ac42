import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

export interface EmailChange {
  participantId: string;
  email: string;
}

/** Other e-mails that people want to have, until a link that is mailed there shows that they read it. */
@Injectable()
export class EmailChangesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** How many were asked for since `time`. */
  async countSince(participantId: string, time: Date, transaction: Transaction): Promise<number> {
    const [row] = await transaction.query<{ count: number }[]>(
      'SELECT count(*)::int FROM email_change WHERE participant_id = $1 AND created_at > $2',
      [participantId, time],
    );
    return row!.count;
  }

  async insert(tokenHash: Buffer, { participantId, email }: EmailChange, transaction: Transaction): Promise<void> {
    await transaction.query('INSERT INTO email_change (token_hash, participant_id, email) VALUES ($1, $2, $3)', [
      tokenHash,
      participantId,
      email,
    ]);
  }

  /** Null when it has ended, or was asked for before `time`. */
  async find(tokenHash: Buffer, time: Date): Promise<EmailChange | null> {
    const [row] = await this.dataSource.query<EmailChange[]>(
      `SELECT participant_id AS "participantId", email FROM email_change WHERE token_hash = $1 AND ended_at IS NULL AND created_at > $2`,
      [tokenHash, time],
    );
    return row ?? null;
  }

  async remove(tokenHash: Buffer): Promise<void> {
    await this.dataSource.query('DELETE FROM email_change WHERE token_hash = $1', [tokenHash]);
  }

  /**
   * No link of that person works any more; they go on counting against the limit.
   * @returns the hashes of those that worked until then
   */
  async endAllOf(participantId: string, transaction: Transaction = this.dataSource.manager): Promise<Buffer[]> {
    const [ended] = await transaction.query<[{ tokenHash: Buffer }[], number]>(
      `UPDATE email_change SET ended_at = now() WHERE participant_id = $1 AND ended_at IS NULL
       RETURNING token_hash AS "tokenHash"`,
      [participantId],
    );
    return ended.map(({ tokenHash }) => tokenHash);
  }

  async removeMadeBefore(time: Date): Promise<void> {
    await this.dataSource.query('DELETE FROM email_change WHERE created_at <= $1', [time]);
  }
}

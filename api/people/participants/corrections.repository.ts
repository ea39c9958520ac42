import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, QueryFailedError } from 'typeorm';
import { NAMESAKE_SLUG } from './namesake-slug.js';
import { isMailboxProven, Participant } from './participant.entity.js';

/** A version of a person's name. */
export interface StoredName {
  id: number;
  firstName: string;
  lastName: string;
  at: Date;
  changedBy: string | null;
}

/** What is written of a corrected person. */
export type CorrectedFields = Partial<
  Pick<
    Participant,
    'firstName' | 'lastName' | 'email' | 'emailKey' | 'userName' | 'tag' | 'instagram' | 'tiktok' | 'photosNeeded'
  >
>;

const NO_HANDLES = 'SET tag = false, instagram = NULL, tiktok = NULL';
const ANY_HANDLES = '(tag OR num_nonnulls(instagram, tiktok) > 0)';

/** People whose data are being corrected, the versions of their names, and the former addresses of their stories. */
@Injectable()
export class CorrectionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Runs `work` in one transaction; tells when the database refuses it because of somebody else's e-mail or address. */
  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T | 'email_taken' | 'user_name_taken'> {
    return this.attempt(() => this.inTransaction(work));
  }

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** As `transact`, for what opens a transaction itself. */
  async attempt<T>(transact: () => Promise<T>): Promise<T | 'email_taken' | 'user_name_taken'> {
    try {
      return await transact();
    } catch (error) {
      const { constraint } = (error instanceof QueryFailedError ? error.driverError : {}) as { constraint?: string };
      if (constraint === 'participant_email_key_key') return 'email_taken';
      if (constraint === 'participant_user_name_key') return 'user_name_taken';
      throw error;
    }
  }

  /** Nobody else changes the person until the transaction ends. */
  findLocked(id: string, transaction: Transaction): Promise<Participant | null> {
    return transaction.findOne(Participant, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** The slug `base`, or the next one of its namesakes. */
  async findFreeUserName(base: string, transaction: Transaction): Promise<string> {
    const select = `SELECT ${NAMESAKE_SLUG.replaceAll(':base', '$1')} AS "userName"`;
    const [row] = await transaction.query<{ userName: string }[]>(select, [base]);
    return row!.userName;
  }

  async update(id: string, fields: CorrectedFields, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, fields);
  }

  /** The name as it was before the first correction is a version, too. */
  async addName(
    before: Participant,
    after: Participant,
    changedBy: string | null,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO participant_name (participant_id, first_name, last_name, at)
       SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM participant_name WHERE participant_id = $1)`,
      [before.id, before.firstName, before.lastName, before.createdAt],
    );
    await transaction.query(
      'INSERT INTO participant_name (participant_id, first_name, last_name, changed_by) VALUES ($1, $2, $3, $4)',
      [after.id, after.firstName, after.lastName, changedBy],
    );
  }

  /** Newest first; none before the first correction. */
  async findNames(participantId: string): Promise<StoredName[]> {
    const rows = await this.dataSource.query<(Omit<StoredName, 'id'> & { id: string })[]>(
      `SELECT id, first_name AS "firstName", last_name AS "lastName", at, changed_by AS "changedBy"
       FROM participant_name WHERE participant_id = $1 ORDER BY participant_name.id DESC`,
      [participantId],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }

  /** The mailbox of before, where it was shown to be theirs. The one that they have now is no former one; returns whether it was. */
  async keepFormerEmail(before: Participant, after: Participant, transaction: Transaction): Promise<boolean> {
    if (isMailboxProven(before)) {
      await transaction.query(
        `INSERT INTO former_email (participant_id, email_key) VALUES ($1, $2)
         ON CONFLICT (participant_id, email_key) DO UPDATE SET until = excluded.until`,
        [before.id, before.emailKey],
      );
    }
    const [, count] = await transaction.query<[unknown[], number]>(
      'DELETE FROM former_email WHERE participant_id = $1 AND email_key = $2',
      [after.id, after.emailKey],
    );
    return count > 0;
  }

  /** Also those of a beginning that is set apart. Returns whether there were any. */
  async removeHandles(participantId: string, transaction: Transaction): Promise<boolean> {
    const [, own] = await transaction.query<[unknown[], number]>(
      `UPDATE participant ${NO_HANDLES} WHERE id = $1 AND ${ANY_HANDLES}`,
      [participantId],
    );
    const isSetApart = await this.removeHandlesSetApart(participantId, transaction);
    return own > 0 || isSetApart;
  }

  /** Those alone of a beginning that is set apart, with which they would come back. Returns whether there were any. */
  async removeHandlesSetApart(participantId: string, transaction: Transaction): Promise<boolean> {
    const [, setApart] = await transaction.query<[unknown[], number]>(
      `UPDATE unclaimed_beginning ${NO_HANDLES} WHERE participant_id = $1 AND ${ANY_HANDLES}`,
      [participantId],
    );
    return setApart > 0;
  }

  async addFormerAddress(userName: string, participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO former_address (user_name, participant_id) VALUES ($1, $2)
       ON CONFLICT (user_name) DO UPDATE SET participant_id = excluded.participant_id`,
      [userName, participantId],
    );
  }

  async removeFormerAddresses(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query('DELETE FROM former_address WHERE participant_id = $1', [participantId]);
  }
}

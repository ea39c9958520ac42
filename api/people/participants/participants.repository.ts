import type { Transaction } from '../../platform/database/transaction.js';
import { EMAIL_LOCK } from '../../platform/database/advisory-locks.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import type { StepField } from '../../contract/interview/steps.js';
import { NAMESAKE_SLUG } from './namesake-slug.js';
import { Participant } from './participant.entity.js';

/** What only staff can set. */
export type StaffDecision = { isDone: boolean };

type TimeField = StepField | 'mediaUploadCompletedAt';

@Injectable()
export class ParticipantsRepository {
  constructor(@InjectRepository(Participant) private readonly participants: Repository<Participant>) {}

  /**
   * Stores a new person, unless their e-mail is taken, under the first free slug that begins with `base`. Two at once take
   * turns at the indexes, and no statement fails: PostgreSQL would write the person's data into its log.
   * @returns the slug, or null when the e-mail is taken
   */
  async insertNew({ userName: base, ...participant }: Participant): Promise<string | null> {
    return this.participants.manager.transaction(async (transaction) => {
      await this.lockEmail(participant.emailKey, transaction);
      for (;;) {
        const { raw } = await transaction
          .createQueryBuilder()
          .insert()
          .into(Participant)
          .values({ ...participant, userName: () => NAMESAKE_SLUG })
          .setParameter('base', base)
          .orIgnore()
          .returning('user_name')
          .execute();
        const [inserted] = raw as { user_name: string }[];
        if (inserted) return inserted.user_name;
        // Else a namesake was faster, and the next number is free.
        if (await transaction.existsBy(Participant, { emailKey: participant.emailKey })) return null;
      }
    });
  }

  /** Until the end of the transaction nobody registers that e-mail, or moves to it. */
  async lockEmail(key: string, transaction: Transaction): Promise<void> {
    await transaction.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [EMAIL_LOCK, key]);
  }

  findById(id: string): Promise<Participant | null> {
    return this.participants.findOneBy({ id });
  }

  /** Everyone, newest first. */
  findAll(): Promise<Participant[]> {
    return this.participants.find({ order: { createdAt: 'DESC', id: 'ASC' } });
  }

  findByEmailKey(key: string): Promise<Participant | null> {
    return this.participants.findOneBy({ emailKey: key });
  }

  /**
   * Holds the person's row until the transaction ends, so that changes to what is theirs come one after another.
   * @returns the person as they are then, or null when there is none
   */
  lock(id: string, transaction: Transaction): Promise<Participant | null> {
    return transaction.findOne(Participant, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Whether a link of somebody who helps works still; asked with its participant locked. */
  async hasHelperLink(id: string, transaction: Transaction): Promise<boolean> {
    const rows = await transaction.query<unknown[]>(
      'SELECT FROM helper_link WHERE id = $1 AND ended_at IS NULL AND ends_at > now()',
      [id],
    );
    return rows.length > 0;
  }

  async endHelperLinks(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE helper_link SET ended_at = now() WHERE participant_id = $1 AND ended_at IS NULL', [
      participantId,
    ]);
  }

  /** Who made them has shown that the mail of the person is theirs. */
  async proveHelperLinks(participantId: string, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE helper_link SET is_proven = true WHERE participant_id = $1', [participantId]);
  }

  /** As `lock`, for whoever has that e-mail. */
  async lockByEmail(key: string, transaction: Transaction): Promise<void> {
    await transaction.query('SELECT FROM "participant" WHERE "email_key" = $1 FOR NO KEY UPDATE', [key]);
  }

  /** Sets the times that are still open; those already set stay. */
  async setTimesOnce(id: string, fields: TimeField[], transaction?: Transaction): Promise<void> {
    const participants = transaction?.getRepository(Participant) ?? this.participants;
    const now = new Date();
    for (const field of fields) await participants.update({ id, [field]: IsNull() }, { [field]: now });
  }

  /** As `setTimesOnce`, in one statement whether there is such a person or not. */
  async setTimeOnceByEmail(key: string, field: TimeField, transaction?: Transaction): Promise<void> {
    const participants = transaction?.getRepository(Participant) ?? this.participants;
    await participants.update({ emailKey: key, [field]: IsNull() }, { [field]: new Date() });
  }

  async setSubmitted(id: string, transaction: Transaction): Promise<void> {
    await this.setTimesOnce(id, ['mediaUploadCompletedAt'], transaction);
    await transaction.update(Participant, { id }, { status: 'submitted' });
  }

  /** The times of what was completed stay. */
  async setReopened(id: string, reopenedAt: Date, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, { status: 'in_progress', isDone: false, reopenedAt });
  }

  async setEmailProven(id: string, emailProvenAt: Date, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, { emailProvenAt });
  }

  /** Null: a link that was mailed there was used. */
  async setMailboxCorrected(id: string, mailboxCorrectedAt: Date | null, transaction: Transaction): Promise<void> {
    await transaction.update(Participant, { id }, { mailboxCorrectedAt });
  }

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.participants.manager.transaction(work);
  }

  /** Changes what staff decide, in one transaction with what `alsoWrite` writes, unless `check` throws. Null when there is no such person. */
  changeByStaff(
    id: string,
    fields: StaffDecision,
    check: (participant: Participant) => void,
    alsoWrite: (transaction: Transaction) => Promise<void>,
  ): Promise<Participant | null> {
    return this.participants.manager.transaction(async (transaction) => {
      const participant = await this.lock(id, transaction);
      if (!participant) return null;
      check(participant);
      await transaction.update(Participant, { id }, fields);
      await alsoWrite(transaction);
      return Object.assign(participant, fields);
    });
  }

  /**
   * Removes a person after what `alsoRemove` removes in the same transaction; nothing of theirs can be added meanwhile.
   * Returns what that returns, or null when there is no such person.
   */
  remove<T>(
    id: string,
    alsoRemove: (transaction: Transaction, participant: Participant) => Promise<T>,
  ): Promise<T | null> {
    return this.participants.manager.transaction(async (transaction) => {
      const participant = await transaction.findOne(Participant, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!participant) return null;
      const removed = await alsoRemove(transaction, participant);
      await transaction.query(
        `INSERT INTO deleted_session (token_hash) SELECT token_hash FROM participant_session WHERE participant_id = $1
         ON CONFLICT DO NOTHING`,
        [id],
      );
      await transaction.delete(Participant, { id });
      return removed;
    });
  }

  countAll(): Promise<number> {
    return this.participants.count();
  }

  countSubmitted(): Promise<number> {
    return this.participants.countBy({ status: 'submitted' });
  }
}

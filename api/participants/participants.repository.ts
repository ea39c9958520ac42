import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, QueryFailedError, Repository } from 'typeorm';
import type { StepField } from '../contract/steps.js';
import { Participant } from './participant.entity.js';

/** A running transaction, handed on so that several features' writes hold or fail together. */
export type Transaction = EntityManager;

/** What only staff can set. */
export type StaffDecision = { isDone: boolean };

type TimeField = StepField | 'mediaUploadCompletedAt';

@Injectable()
export class ParticipantsRepository {
  constructor(@InjectRepository(Participant) private readonly participants: Repository<Participant>) {}

  /** Stores a new person unless their e-mail or their slug is taken: the database decides between two at once. */
  async insertNew(participant: Participant): Promise<'inserted' | 'email_taken' | 'user_name_taken'> {
    try {
      await this.participants.insert(participant);
      return 'inserted';
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'participant_email_key_key') return 'email_taken';
      if (constraint === 'participant_user_name_key') return 'user_name_taken';
      throw error;
    }
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

  /** Holds the person's row until the transaction ends, so that changes to what is theirs come one after another. */
  async lock(id: string, transaction: Transaction): Promise<void> {
    await transaction.query('SELECT FROM "participant" WHERE "id" = $1 FOR NO KEY UPDATE', [id]);
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

  async setSubmitted(id: string): Promise<void> {
    await this.participants.manager.transaction(async (transaction) => {
      await this.setTimesOnce(id, ['mediaUploadCompletedAt'], transaction);
      await transaction.update(Participant, { id }, { status: 'submitted' });
    });
  }

  /** Changes what staff decide, in one transaction with what `alsoWrite` writes, unless `check` throws. Null when there is no such person. */
  changeByStaff(
    id: string,
    fields: StaffDecision,
    check: (participant: Participant) => void,
    alsoWrite: (transaction: Transaction) => Promise<void>,
  ): Promise<Participant | null> {
    return this.participants.manager.transaction(async (transaction) => {
      const participant = await transaction.findOne(Participant, {
        where: { id },
        lock: { mode: 'for_no_key_update' },
      });
      if (!participant) return null;
      check(participant);
      await transaction.update(Participant, { id }, fields);
      await alsoWrite(transaction);
      return Object.assign(participant, fields);
    });
  }

  /**
   * Removes a person after what `alsoRemove` removes in the same transaction; nothing of theirs can be added meanwhile.
   * Answers what that answers, or null when there is no such person.
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
      const answer = await alsoRemove(transaction, participant);
      await transaction.delete(Participant, { id });
      return answer;
    });
  }

  countAll(): Promise<number> {
    return this.participants.count();
  }

  countSubmitted(): Promise<number> {
    return this.participants.countBy({ status: 'submitted' });
  }
}

function violatedConstraint(error: unknown): string | undefined {
  return error instanceof QueryFailedError ? (error.driverError as { constraint?: string }).constraint : undefined;
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { WrittenAnswer } from './written-answer.entity.js';

const NOT_SET_APART = { isSetApart: false } as const;

@Injectable()
export class WrittenAnswersRepository {
  constructor(@InjectRepository(WrittenAnswer) private readonly answers: Repository<WrittenAnswer>) {}

  /** In the order of the questions. */
  findAllOf(participantId: string): Promise<WrittenAnswer[]> {
    return this.answers.find({ where: { participantId, ...NOT_SET_APART }, order: { questionId: 'ASC' } });
  }

  findAt(participantId: string, questionId: number, transaction: Transaction): Promise<WrittenAnswer | null> {
    return transaction.findOneBy(WrittenAnswer, { participantId, questionId, ...NOT_SET_APART });
  }

  /** Also those set apart. */
  async removeAllOf(participantId: string, transaction: Transaction, until?: Date): Promise<void> {
    await transaction.delete(WrittenAnswer, { participantId, ...(until && { createdAt: LessThanOrEqual(until) }) });
  }

  async insert(
    fields: Pick<WrittenAnswer, 'participantId' | 'questionId' | 'text'>,
    transaction: Transaction,
  ): Promise<WrittenAnswer> {
    const now = new Date();
    const made = { ...fields, ...NOT_SET_APART, id: randomUUID(), revision: 1, createdAt: now, changedAt: now };
    await transaction.insert(WrittenAnswer, made);
    return made;
  }

  async change(answer: Readonly<WrittenAnswer>, text: string, transaction: Transaction): Promise<WrittenAnswer> {
    const changes = { text, revision: answer.revision + 1, changedAt: new Date() };
    await transaction.update(WrittenAnswer, { id: answer.id }, changes);
    return { ...answer, ...changes };
  }
}

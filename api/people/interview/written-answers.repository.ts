import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThanOrEqual, Not, Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { OnlyThese } from '../participants/only-these.js';
import { WrittenAnswer } from './written-answer.entity.js';

const NOT_SET_APART = { isSetApart: false } as const;
/** No helper's. */
const NO_HELPERS = { helperLinkId: IsNull() };
/** The participant's own words. */
const OWN = { ...NOT_SET_APART, ...NO_HELPERS };
const IN_ORDER = { question: { sequence: 'ASC' } } as const;

@Injectable()
export class WrittenAnswersRepository {
  constructor(@InjectRepository(WrittenAnswer) private readonly answers: Repository<WrittenAnswer>) {}

  /** In the order of the questions. */
  findAllOf(participantId: string): Promise<WrittenAnswer[]> {
    return this.answers.find({ where: { participantId, ...OWN }, order: IN_ORDER });
  }

  /** In the order of the questions. Also those that helpers have added, after the participant's own and oldest first. */
  async findAllWithHelpers(
    participantId: string,
    transaction: Transaction = this.answers.manager,
  ): Promise<WrittenAnswer[]> {
    const answers = await transaction.find(WrittenAnswer, {
      where: { participantId, ...NOT_SET_APART },
      order: { ...IN_ORDER, createdAt: 'ASC', id: 'ASC' },
    });
    return [...Map.groupBy(answers, ({ questionId }) => questionId).values()].flatMap((all) => all.toSorted(ownFirst));
  }

  /** The participant's own, or what came by that link. */
  findAt(
    participantId: string,
    questionId: number,
    transaction: Transaction,
    helperLinkId: string | null = null,
  ): Promise<WrittenAnswer | null> {
    const whose = { ...OWN, ...(helperLinkId && { helperLinkId }) };
    return transaction.findOneBy(WrittenAnswer, { participantId, questionId, ...whose });
  }

  /** Of anybody, held until the transaction ends. */
  findLocked(id: string, transaction: Transaction): Promise<WrittenAnswer | null> {
    return transaction.findOne(WrittenAnswer, { where: { id, ...NOT_SET_APART }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Removes all of a person, also what is set apart and what helpers wrote; with `id` one answer of their own, and own words
   * to its question that are set apart: an older database has those by themselves, which were joined to it since. What was
   * written after `until` stays. Returns how many of their own had words in them.
   */
  async removeAllOf(participantId: string, transaction: Transaction, { id, until }: OnlyThese = {}): Promise<number> {
    const which = {
      participantId,
      ...(id && { id, ...NO_HELPERS }),
      ...(until && { changedAt: LessThanOrEqual(until) }),
    };
    const counted = await transaction.countBy(WrittenAnswer, { ...which, ...OWN, text: Not('') });
    const named = id ? await transaction.findOneBy(WrittenAnswer, which) : null;
    if (named) {
      const { questionId } = named;
      await transaction.delete(WrittenAnswer, { participantId, questionId, isSetApart: true, ...NO_HELPERS });
    }
    await transaction.delete(WrittenAnswer, which);
    return counted;
  }

  /** Whoever wrote it, also where it is set apart. Returns whether it was there. */
  async removeOne(id: string, participantId: string, transaction: Transaction): Promise<boolean> {
    const { affected } = await transaction.delete(WrittenAnswer, { id, participantId });
    return affected === 1;
  }

  /** What it said until then. Returns whether there was anything. */
  async empty(id: string, participantId: string, at: Date, transaction: Transaction): Promise<boolean> {
    const older = { id, participantId, changedAt: LessThanOrEqual(at), text: Not('') };
    const emptied = { text: '', revision: () => 'revision + 1', changedAt: at };
    const { affected } = await transaction.update(WrittenAnswer, older, emptied);
    return affected === 1;
  }

  async insert(
    fields: Pick<WrittenAnswer, 'participantId' | 'questionId' | 'text' | 'helperLinkId'>,
    at: Date,
    transaction: Transaction,
  ): Promise<WrittenAnswer> {
    const made = {
      ...fields,
      ...NOT_SET_APART,
      id: randomUUID(),
      joinedIds: [],
      revision: 1,
      createdAt: at,
      changedAt: at,
    };
    await transaction.insert(WrittenAnswer, made);
    return made;
  }

  async change(
    answer: Readonly<WrittenAnswer>,
    text: string,
    changedAt: Date,
    transaction: Transaction,
  ): Promise<WrittenAnswer> {
    const changes = { text, revision: answer.revision + 1, changedAt };
    await transaction.update(WrittenAnswer, { id: answer.id }, changes);
    return { ...answer, ...changes };
  }
}

function ownFirst(one: WrittenAnswer, next: WrittenAnswer): number {
  return Number(one.helperLinkId !== null) - Number(next.helperLinkId !== null);
}

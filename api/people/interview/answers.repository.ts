import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, Repository } from 'typeorm';
import { Answer } from './answer.entity.js';

/** What is set apart is nobody's answer until it is claimed. */
const NOT_SET_APART = { isSetApart: false } as const;

@Injectable()
export class AnswersRepository {
  constructor(@InjectRepository(Answer) private readonly answers: Repository<Answer>) {}

  /** With their recordings, in the order of the questions. */
  findAllOf(participantId: string): Promise<Answer[]> {
    return this.answers.find({
      where: { participantId, ...NOT_SET_APART },
      relations: { media: true },
      order: { questionId: 'ASC' },
    });
  }

  findOf(participantId: string, which: Pick<FindOptionsWhere<Answer>, 'id' | 'uploadId'>): Promise<Answer | null> {
    return this.answers.findOne({ where: { ...which, participantId, ...NOT_SET_APART }, relations: { media: true } });
  }

  /** Of anyone, with its recording. */
  find(id: string): Promise<Answer | null> {
    return this.answers.findOne({ where: { id, ...NOT_SET_APART }, relations: { media: true } });
  }

  countOf(participantId: string): Promise<number> {
    return this.answers.countBy({ participantId, ...NOT_SET_APART });
  }

  /** Puts an answer in the place of an earlier one to the same question, which it returns. */
  async replace(answer: Answer, transaction: Transaction): Promise<Answer | null> {
    const { participantId, questionId } = answer;
    const earlier = await transaction.findOneBy(Answer, { participantId, questionId, ...NOT_SET_APART });
    if (earlier) await transaction.delete(Answer, { id: earlier.id });
    await transaction.insert(Answer, answer);
    return earlier;
  }

  /** Removes a person's answers, also those set apart; returns the media that they were kept in. */
  async removeAllOf(participantId: string, transaction: Transaction): Promise<string[]> {
    const [removed] = await transaction.query<[{ mediaId: string }[], number]>(
      'DELETE FROM answer WHERE participant_id = $1 RETURNING media_id AS "mediaId"',
      [participantId],
    );
    return removed.map(({ mediaId }) => mediaId);
  }
}

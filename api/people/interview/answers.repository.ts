import type { OnlyThese } from '../participants/only-these.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, IsNull, Not, Repository } from 'typeorm';
import { chooseNewest, type RemovedAnswers, removeAnswers } from './remove-answers.js';
import { Answer, AnswerPiece } from './answer.entity.js';

/** What is set apart is nobody's answer until it is claimed. */
const NOT_SET_APART = { isSetApart: false } as const;
/** Before those that helpers have added. */
const OWN_FIRST = { helperLinkId: { direction: 'ASC', nulls: 'FIRST' } } as const;
/** Of the recordings to a question, the one that is the answer. */
const CHOSEN = { ...NOT_SET_APART, isChosen: true } as const;
const EARLIER = { ...NOT_SET_APART, isChosen: false } as const;

const WITH_MEDIA = { media: true } as const;

/** The recordings to one question. */
type Place = Pick<Answer, 'participantId' | 'questionId'>;

@Injectable()
export class AnswersRepository {
  constructor(@InjectRepository(Answer) private readonly answers: Repository<Answer>) {}

  /** With their recordings, in the order of the questions. */
  findAllOf(participantId: string, transaction: Transaction = this.answers.manager): Promise<Answer[]> {
    return transaction.find(Answer, {
      where: { participantId, ...CHOSEN },
      relations: WITH_MEDIA,
      order: { question: { sequence: 'ASC' } },
    });
  }

  /** What is not the answer, the newest first. */
  findEarlierOf(whose: Pick<Answer, 'participantId'> & Partial<Place>): Promise<Answer[]> {
    return this.answers.find({
      where: { ...whose, ...EARLIER },
      relations: WITH_MEDIA,
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  findOf(
    participantId: string,
    which: Pick<FindOptionsWhere<Answer>, 'id' | 'uploadId' | 'helperLinkId'>,
    transaction: Transaction = this.answers.manager,
  ): Promise<Answer | null> {
    return transaction.findOne(Answer, { where: { ...which, participantId, ...NOT_SET_APART }, relations: WITH_MEDIA });
  }

  /** What an upload has become, or has been added to. */
  async findByUpload(participantId: string, uploadId: string, helperLinkId?: string): Promise<Answer | null> {
    const whole = await this.findOf(participantId, { uploadId, ...(helperLinkId && { helperLinkId }) });
    // A helper adds no pieces.
    if (whole || helperLinkId) return whole;
    const piece = await this.answers.manager.findOneBy(AnswerPiece, { uploadId });
    return piece && this.findOf(participantId, { id: piece.answerId });
  }

  /** What is the answer to a question. */
  findAt(
    { participantId, questionId }: Place,
    transaction: Transaction = this.answers.manager,
  ): Promise<Answer | null> {
    return transaction.findOne(Answer, { where: { participantId, questionId, ...CHOSEN }, relations: WITH_MEDIA });
  }

  /** The recording to that question with these very bytes; of those that came by that link where one is named. */
  findSame({ participantId, questionId }: Place, sha256: Buffer, helperLinkId?: string): Promise<Answer | null> {
    return this.answers.findOne({
      where: { participantId, questionId, ...NOT_SET_APART, ...(helperLinkId && { helperLinkId }), media: { sha256 } },
      relations: WITH_MEDIA,
      order: OWN_FIRST,
    });
  }

  /** The answer of anyone, with its recording. */
  find(id: string): Promise<Answer | null> {
    return this.answers.findOne({ where: { id, ...CHOSEN }, relations: WITH_MEDIA });
  }

  countOf(participantId: string, transaction?: Transaction): Promise<number> {
    return (transaction?.getRepository(Answer) ?? this.answers).countBy({ participantId, ...CHOSEN });
  }

  /** The participant's own, or those that came by that link: a helper takes nobody's room. */
  countRecordings(
    { participantId, questionId }: Place,
    helperLinkId: string | undefined,
    transaction: Transaction,
  ): Promise<number> {
    const whose = { helperLinkId: helperLinkId ?? IsNull() };
    return transaction.countBy(Answer, { participantId, questionId, ...NOT_SET_APART, ...whose });
  }

  /** Which recording is the answer; null while there is none. */
  async findChosenId({ participantId, questionId }: Place, transaction: Transaction): Promise<string | null> {
    const chosen = await transaction.findOneBy(Answer, { participantId, questionId, ...CHOSEN });
    return chosen?.id ?? null;
  }

  async insert(answer: Answer, transaction: Transaction): Promise<void> {
    if (answer.isChosen) await this.unchoose(answer, transaction);
    await transaction.insert(Answer, answer);
  }

  /** Makes a recording the answer in place of another; false when it is not there any more. */
  async choose(answer: Answer, transaction: Transaction): Promise<boolean> {
    await this.unchoose(answer, transaction);
    const { affected } = await transaction.update(Answer, { id: answer.id, ...NOT_SET_APART }, { isChosen: true });
    return affected === 1;
  }

  /** By which upload it came last, and whose it is then. Returns whether it was there. */
  async setSame(
    { id }: Answer,
    changes: Pick<Answer, 'uploadId' | 'helperLinkId'>,
    transaction: Transaction,
  ): Promise<boolean> {
    const { affected } = await transaction.update(Answer, { id, ...NOT_SET_APART }, changes);
    return affected === 1;
  }

  /** Removes nothing when it is the answer, or not there any more. */
  removeEarlier({ id }: Answer, transaction: Transaction): Promise<RemovedAnswers> {
    return removeAnswers('id = $1 AND NOT is_chosen AND NOT is_set_apart', [id], transaction);
  }

  /** The recording that is kept in that file, or one of whose pieces is; also where it is set apart. */
  async findKeptIn(participantId: string, mediaId: string, transaction: Transaction): Promise<Answer | null> {
    const pieces = 'SELECT media_id FROM answer_piece WHERE answer_id = answer.id';
    const [row] = await transaction.query<{ id: string }[]>(
      `SELECT id FROM answer WHERE participant_id = $1
         AND ($2 IN (${pieces}) OR (media_id = $2 AND NOT EXISTS (${pieces})))`,
      [participantId, mediaId],
    );
    return row ? transaction.findOne(Answer, { where: { id: row.id }, relations: WITH_MEDIA }) : null;
  }

  /** Removes one recording alone; where it was the answer, the newest of the others to its question is. */
  async removeOne(
    { id, participantId, questionId, isSetApart }: Answer,
    transaction: Transaction,
  ): Promise<RemovedAnswers> {
    const removed = await removeAnswers('id = $1', [id], transaction);
    await chooseNewest(participantId, questionId, isSetApart, transaction);
    return removed;
  }

  /** Removes whatever is not an answer. */
  removeAllEarlierOf(participantId: string, transaction: Transaction): Promise<RemovedAnswers> {
    return removeAnswers('participant_id = $1 AND NOT is_chosen AND NOT is_set_apart', [participantId], transaction);
  }

  /**
   * Removes a person's recordings. With one go the others to its question. Also those set apart: whoever withdraws has
   * decided about them, and only an older database that was restored has them so. What came later stays, but for the one that
   * is named, and the newest of it is the answer; so do those that were gone on from later.
   */
  async removeAllOf(
    participantId: string,
    transaction: Transaction,
    { id, until }: OnlyThese = {},
  ): Promise<RemovedAnswers> {
    const removed = await removeAnswers(
      `participant_id = $1
       AND ($2::uuid IS NULL
            OR question_id = (SELECT question_id FROM answer WHERE id = $2 AND participant_id = $1))
       AND ($3::timestamptz IS NULL OR ((created_at <= $3 OR id = $2)
            AND NOT EXISTS (SELECT FROM answer_piece p WHERE p.answer_id = answer.id AND p.created_at > $3)))`,
      [participantId, id ?? null, until ?? null],
      transaction,
    );
    if (until) {
      for (const { questionId, isSetApart } of removed.places) {
        await chooseNewest(participantId, questionId, isSetApart, transaction);
      }
    }
    return removed;
  }

  private async unchoose({ id, participantId, questionId }: Answer, transaction: Transaction): Promise<void> {
    await transaction.update(Answer, { participantId, questionId, ...CHOSEN, id: Not(id) }, { isChosen: false });
  }
}

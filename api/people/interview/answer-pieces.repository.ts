import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ANSWER_JOIN_AFTER_MS } from '../../contract/common/limits.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { HELD_FOR_SECONDS } from '../../platform/jobs/held-work.js';
import { Answer, AnswerPiece } from './answer.entity.js';

/** After a failure: half a minute, twice as long each time, and ten minutes at most. */
const PAUSE = `least(interval '10 minutes', interval '30 seconds' * 2 ^ least(join_failures, 10))`;
const IN_ORDER = { place: 'ASC', createdAt: 'ASC', id: 'ASC' } as const;

/** An answer whose pieces are to be joined, as they were when it was begun. */
export interface BegunJoin {
  answerId: string;
  revision: number;
  attempts: number;
  pieces: AnswerPiece[];
}

@Injectable()
export class AnswerPiecesRepository {
  constructor(@InjectRepository(AnswerPiece) private readonly pieces: Repository<AnswerPiece>) {}

  /** With their recordings, in their order, by answer; an answer that was recorded in one go has none. */
  async findAllOf(answerIds: string[], transaction?: Transaction): Promise<Map<string, AnswerPiece[]>> {
    const rows = await (transaction ?? this.pieces.manager).find(AnswerPiece, {
      where: { answerId: In(answerIds) },
      relations: { media: true },
      order: IN_ORDER,
    });
    return Map.groupBy(rows, ({ answerId }) => answerId);
  }

  /** Those of answers that were gone on from later; with one answer its whole question is meant. */
  async findContinued(
    participantId: string,
    until: Date,
    id: string | undefined,
    transaction: Transaction,
  ): Promise<Pick<AnswerPiece, 'answerId' | 'mediaId'>[]> {
    return transaction.query(
      `SELECT p.answer_id AS "answerId", p.media_id AS "mediaId" FROM answer_piece p JOIN answer a ON a.id = p.answer_id
       WHERE a.participant_id = $1 AND p.created_at <= $2
         AND EXISTS (SELECT FROM answer_piece later WHERE later.answer_id = a.id AND later.created_at > $2)
         AND ($3::uuid IS NULL
              OR a.question_id = (SELECT question_id FROM answer WHERE id = $3 AND participant_id = $1))
       ORDER BY p.place, p.id`,
      [participantId, until, id ?? null],
    );
  }

  find(id: string): Promise<AnswerPiece | null> {
    return this.pieces.findOne({ where: { id }, relations: { media: true } });
  }

  /** After the last one; what was recorded in one go becomes the first of them. */
  async append(
    answer: Answer,
    piece: Omit<AnswerPiece, 'answerId' | 'place'>,
    transaction: Transaction,
  ): Promise<void> {
    const rows = (await this.findAllOf([answer.id], transaction)).get(answer.id) ?? [];
    if (rows.length === 0) {
      const { id, media, mediaId, uploadId, durationHint, createdAt } = answer;
      await transaction.insert(AnswerPiece, {
        id,
        answerId: id,
        place: 0,
        media,
        mediaId,
        uploadId,
        durationHint,
        createdAt,
      });
    }
    const place = (rows.at(-1)?.place ?? 0) + 1;
    await transaction.insert(AnswerPiece, { ...piece, answerId: answer.id, place });
    await this.noteChange(answer.id, transaction);
  }

  async reorder(answerId: string, pieceIds: string[], transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE answer_piece p SET place = new.place FROM unnest($2::uuid[]) WITH ORDINALITY AS new (id, place)
       WHERE p.id = new.id AND p.answer_id = $1`,
      [answerId, pieceIds],
    );
    await this.noteChange(answerId, transaction);
  }

  /**
   * Removes a piece, and shows nothing any more in which it can be seen: from now on the first of the others is played.
   * What a helper began is the participant's alone once its beginning is gone: a helper adds no pieces.
   * Returns the media that nothing needs then.
   */
  async remove(
    answer: Answer,
    removed: AnswerPiece,
    others: AnswerPiece[],
    transaction: Transaction,
  ): Promise<string[]> {
    const [first] = others;
    // What was joined just now stands in the place of what its caller has read.
    const { mediaId: playedId } = await transaction.findOneOrFail(Answer, {
      where: { id: answer.id },
      lock: { mode: 'pessimistic_write' },
    });
    await transaction.delete(AnswerPiece, { id: removed.id });
    const isBeginning = removed.id === answer.id;
    const changes = { mediaId: first!.mediaId, ...(isBeginning && { helperLinkId: null }) };
    await transaction.update(Answer, { id: answer.id }, changes);
    await this.noteChange(answer.id, transaction);
    if (others.length === 1) await this.noteAsOne(answer.id, transaction);
    const isJoined = playedId !== removed.mediaId && others.every(({ mediaId }) => mediaId !== playedId);
    return isJoined ? [removed.mediaId, playedId] : [removed.mediaId];
  }

  async findDue(): Promise<string[]> {
    const rows = await this.pieces.query<{ id: string }[]>(
      'SELECT id FROM answer WHERE join_due_at <= now() ORDER BY join_due_at, id',
    );
    return rows.map(({ id }) => id);
  }

  /** When the next is due; null when none is. */
  async secondsUntilDue(): Promise<number | null> {
    const [row] = await this.pieces.query<{ seconds: number | null }[]>(
      'SELECT extract(epoch FROM min(join_due_at) - now())::float8 AS seconds FROM answer',
    );
    return row?.seconds ?? null;
  }

  /** Counts one more attempt; null when there is nothing to join any more, or not yet. */
  async begin(answerId: string): Promise<BegunJoin | null> {
    const [[begun]] = await this.pieces.query<[{ revision: number; attempts: number }[], number]>(
      `UPDATE answer SET join_attempts = join_attempts + 1, join_due_at = now() + interval '${HELD_FOR_SECONDS} seconds'
       WHERE id = $1 AND join_due_at <= now()
       RETURNING pieces_revision AS revision, join_attempts AS attempts`,
      [answerId],
    );
    if (!begun) return null;
    const pieces = (await this.findAllOf([answerId])).get(answerId) ?? [];
    return { answerId, ...begun, pieces };
  }

  /** Keeps it from everyone else for a while longer. */
  async hold({ answerId, revision }: BegunJoin): Promise<void> {
    await this.pieces.query(
      `UPDATE answer SET join_due_at = now() + interval '${HELD_FOR_SECONDS} seconds'
       WHERE id = $1 AND pieces_revision = $2 AND join_due_at IS NOT NULL`,
      [answerId, revision],
    );
  }

  /**
   * From now on the answer is played from `mediaId`; returns the media that nothing needs then. Null when the pieces have
   * changed since, or are gone.
   */
  async finish({ answerId, revision }: BegunJoin, mediaId: string, transaction: Transaction): Promise<string[] | null> {
    const answer = await transaction.findOne(Answer, {
      where: { id: answerId, piecesRevision: revision },
      lock: { mode: 'pessimistic_write' },
    });
    if (!answer) return null;
    const settled = { joinDueAt: null, joinAttempts: 0, joinFailures: 0, joinProblem: null };
    await transaction.update(Answer, { id: answerId }, { mediaId, joinedRevision: revision, ...settled });
    const isOfPiece = await transaction.existsBy(AnswerPiece, { mediaId: answer.mediaId });
    return isOfPiece ? [] : [answer.mediaId];
  }

  /** It cannot be done: until the pieces change it is not tried again. */
  async giveUp({ answerId, revision }: BegunJoin, problem: string): Promise<void> {
    await this.pieces.query(
      'UPDATE answer SET join_due_at = NULL, join_problem = $3 WHERE id = $1 AND pieces_revision = $2',
      [answerId, revision, problem],
    );
  }

  /**
   * Stopped through no fault of its own.
   * @param isLater it failed: tried again later, and later each time
   */
  async putOff({ answerId, revision }: BegunJoin, { isLater }: { isLater: boolean }): Promise<void> {
    await this.pieces.query(
      `UPDATE answer SET join_attempts = join_attempts - 1, join_failures = join_failures + $3::boolean::int,
         join_due_at = CASE WHEN $3 THEN now() + ${PAUSE} ELSE now() END
       WHERE id = $1 AND pieces_revision = $2 AND join_due_at IS NOT NULL`,
      [answerId, revision, isLater],
    );
  }

  /** What was given up is due again, as if for the first time; else nothing happens. */
  async retryJoin(answerId: string): Promise<void> {
    await this.pieces.query(
      `UPDATE answer SET join_problem = NULL, join_attempts = 0, join_failures = 0, join_due_at = now()
       WHERE id = $1 AND join_problem IS NOT NULL`,
      [answerId],
    );
  }

  private async noteChange(answerId: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `UPDATE answer SET pieces_revision = pieces_revision + 1, join_attempts = 0, join_failures = 0,
         join_problem = NULL, join_due_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
      [answerId, ANSWER_JOIN_AFTER_MS],
    );
  }

  /** One recording needs no joining. */
  private async noteAsOne(answerId: string, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE answer SET joined_revision = pieces_revision, join_due_at = NULL WHERE id = $1', [
      answerId,
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { ANSWER_PIECES_MAX } from '../../contract/common/limits.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { originalFileName } from '../../media/store/original-file-name.js';
import { VideoRenditionsService } from '../../media/transcode/video-renditions.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { afterCommit } from '../ledger/after-commit.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import type { OnlyThese } from '../participants/only-these.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { AnswerJoinsWorker } from './answer-joins.worker.js';
import { AnswerPiecesRepository } from './answer-pieces.repository.js';
import { type Answer, AnswerPiece } from './answer.entity.js';
import { AnswersRepository } from './answers.repository.js';

/** The recordings that together are one answer: added, ordered and removed by whoever recorded them. */
@Injectable()
export class AnswerPiecesService {
  constructor(
    private readonly answers: AnswersRepository,
    private readonly pieces: AnswerPiecesRepository,
    private readonly participants: ParticipantsService,
    private readonly media: MediaService,
    private readonly renditions: VideoRenditionsService,
    private readonly joins: AnswerJoinsWorker,
    private readonly ledger: WithdrawalLedger,
    private readonly audit: AuditService,
  ) {}

  /** With their recordings, in their order; of an answer that was recorded in one go that one. */
  async findAllOf(answers: Answer[]): Promise<AnswerPiece[][]> {
    const rows = await this.pieces.findAllOf(answers.map(({ id }) => id));
    return answers.map((answer) => rows.get(answer.id) ?? [asPiece(answer)]);
  }

  /**
   * One piece of an answer, and which of its recordings that is, from 1 on.
   * @throws AppError 404 `video_not_found`, also for a piece of another answer
   */
  async require(answer: Answer, pieceId: string): Promise<{ piece: AnswerPiece; number: number }> {
    const [pieces] = await this.findAllOf([answer]);
    const index = pieces!.findIndex(({ id }) => id === pieceId);
    if (index === -1) throw answerNotFound();
    return { piece: pieces![index]!, number: index + 1 };
  }

  /**
   * The recording of an answer, or one piece of it, as it came.
   * @param name of the answer, as a file
   * @throws AppError 404 `video_not_found`, also for a piece of another answer
   */
  async findOriginal(
    answer: Answer,
    name: string,
    pieceId?: string,
  ): Promise<{ file: MediaFile; downloadName: string }> {
    if (pieceId === undefined) return asDownload(name, answer.media);
    const { piece, number } = await this.require(answer, pieceId);
    return asDownload(`${name}-recording-${number}`, piece.media);
  }

  /**
   * What is played of one piece.
   * @throws AppError 404 `video_not_found`, also for the piece of someone else
   */
  async findPlayable(participantId: string, pieceId: string): Promise<MediaFile> {
    if (!isUUID(pieceId)) throw answerNotFound();
    const row = await this.pieces.find(pieceId);
    const answer = await this.answers.findOf(participantId, { id: row?.answerId ?? pieceId });
    if (!answer) throw answerNotFound();
    const { piece } = await this.require(answer, pieceId);
    return (await this.renditions.find(piece.media)).playable;
  }

  /**
   * In the transaction that locks its participant.
   * @returns false for a recording that is one of its pieces already
   * @throws AppError 409 `too_many_pieces`
   */
  async append(
    answer: Answer,
    piece: Omit<AnswerPiece, 'answerId' | 'place'>,
    transaction: Transaction,
  ): Promise<boolean> {
    const rows = await this.pieces.findAllOf([answer.id], transaction);
    const earlier = rows.get(answer.id) ?? [asPiece(answer)];
    if (earlier.some(({ media }) => media.sha256.equals(piece.media.sha256))) return false;
    if (earlier.length >= ANSWER_PIECES_MAX) {
      const message = `An answer can have ${ANSWER_PIECES_MAX} recordings. Remove one, or record the whole answer anew.`;
      throw new AppError(409, 'too_many_pieces', message);
    }
    await this.pieces.append(answer, piece, transaction);
    return true;
  }

  /**
   * The same order again changes nothing.
   * @throws AppError 404 `video_not_found`; 409 `pieces_changed` unless the ids are those of all pieces
   */
  async reorder(author: SignedInParticipant, answerId: string, pieceIds: string[]): Promise<void> {
    await this.change(author, answerId, async (answer, pieces, transaction) => {
      const ids = pieces.map(({ id }) => id);
      if (ids.toSorted().join() !== pieceIds.toSorted().join()) throw piecesChanged();
      if (ids.join() !== pieceIds.join()) await this.pieces.reorder(answer.id, pieceIds, transaction);
    });
  }

  /**
   * A piece that is gone already is no failure.
   * @throws AppError 404 `video_not_found`; 409 `last_piece`
   */
  async remove(author: SignedInParticipant, answerId: string, pieceId: string): Promise<void> {
    const removed = await this.change(author, answerId, async (answer, pieces, transaction) => {
      const piece = pieces.find(({ id }) => id === pieceId);
      if (!piece) return [];
      const others = pieces.filter((other) => other !== piece);
      if (others.length === 0) {
        throw new AppError(409, 'last_piece', 'This is all there is of your answer. Record a new one in its place.');
      }
      const spent = await this.pieces.remove(answer, piece, others, transaction);
      await this.media.scheduleRemoval(spent, transaction);
      await this.noteRemoved(author.id, [piece.mediaId], transaction);
      return [piece.mediaId];
    });
    // Only now: a piece that stays, because this failed, is part of the answer again.
    await this.finishRemoval(author.id, removed);
  }

  /** Within the removal of recordings: notes them in the audit, from which a start adds what the ledger lacks of them. */
  async noteRemoved(participantId: string, mediaIds: string[], transaction: Transaction): Promise<void> {
    for (const id of mediaIds) {
      await this.audit.record('recording_removed', { type: 'recording', id }, transaction, participantId);
    }
  }

  /** After its commit. */
  async finishRemoval(participantId: string, mediaIds: string[]): Promise<void> {
    try {
      await afterCommit(async () => {
        for (const id of mediaIds) await this.ledger.append({ kind: 'removed', participantId, id });
      });
    } finally {
      await this.media.sweepDeletions();
    }
  }

  /**
   * Says again what the ledger knows, of what an older database has still; within a transaction. A piece goes from its answer,
   * and what was recorded in one go goes as a whole.
   */
  async repeatRemoval(participantId: string, mediaId: string, transaction: Transaction): Promise<boolean> {
    const answer = await this.answers.findKeptIn(participantId, mediaId, transaction);
    if (!answer) return false;
    const pieces = (await this.pieces.findAllOf([answer.id], transaction)).get(answer.id) ?? [asPiece(answer)];
    const piece = pieces.find((each) => each.mediaId === mediaId)!;
    const others = pieces.filter((other) => other !== piece);
    const spent =
      others.length > 0
        ? await this.pieces.remove(answer, piece, others, transaction)
        : (await this.answers.removeOne(answer, transaction)).mediaIds;
    await this.media.scheduleRemoval(spent, transaction);
    return true;
  }

  /**
   * As `repeatRemoval`, of what there was until then: it goes from answers that were gone on from later. Returns which those
   * are.
   */
  async removeUntil(participantId: string, { id, until }: OnlyThese, transaction: Transaction): Promise<string[]> {
    if (!until) return [];
    const continued = await this.pieces.findContinued(participantId, until, id, transaction);
    for (const { mediaId } of continued) await this.repeatRemoval(participantId, mediaId, transaction);
    return [...new Set(continued.map(({ answerId }) => answerId))];
  }

  /** As `repeatRemoval`, of what a helper began and its participant has gone on from; false where there is no such thing. */
  async removeBeginning(participantId: string, answerId: string, transaction: Transaction): Promise<boolean> {
    const pieces = (await this.pieces.findAllOf([answerId], transaction)).get(answerId) ?? [];
    const beginning = pieces.length > 1 && pieces.find(({ id }) => id === answerId);
    if (!beginning) return false;
    const answer = await this.answers.findKeptIn(participantId, beginning.mediaId, transaction);
    if (!answer?.helperLinkId) return false;
    return this.repeatRemoval(participantId, beginning.mediaId, transaction);
  }

  /** Where joining was given up, it is done anew; else nothing happens. */
  async joinAgain(answerId: string): Promise<void> {
    await this.pieces.retryJoin(answerId);
    this.joinSoon();
  }

  /** After the pieces of an answer have changed. */
  joinSoon(): void {
    void this.joins.look();
  }

  private async change<T>(
    author: SignedInParticipant,
    answerId: string,
    work: (answer: Answer, pieces: AnswerPiece[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    // Two devices at once: one after the other.
    const done = await this.participants.change(author, async (transaction) => {
      const answer = isUUID(answerId) ? await this.answers.findOf(author.id, { id: answerId }, transaction) : null;
      if (!answer) throw answerNotFound();
      const rows = await this.pieces.findAllOf([answer.id], transaction);
      return work(answer, rows.get(answer.id) ?? [asPiece(answer)], transaction);
    });
    this.joinSoon();
    return done;
  }
}

/** What was recorded in one go. */
function asPiece({ id, mediaId, media, uploadId, durationHint, createdAt }: Answer): AnswerPiece {
  return { id, answerId: id, place: 0, mediaId, media, uploadId, durationHint, createdAt };
}

function asDownload(name: string, file: MediaFile): { file: MediaFile; downloadName: string } {
  return { file, downloadName: originalFileName(name, file.mimeType) };
}

export function answerNotFound(): AppError {
  return new AppError(404, 'video_not_found', 'This video does not exist.');
}

function piecesChanged(): AppError {
  return new AppError(409, 'pieces_changed', 'This answer was changed elsewhere. Look at it again, please.');
}

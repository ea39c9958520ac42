import { fromHelper } from '../participants/added-by-helper.entity.js';
import type { OnlyThese } from '../participants/only-these.js';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Transaction } from '../../platform/database/transaction.js';
import {
  answerPiecePath,
  type AnswerPiece as AnswerPieceOnTheWire,
  answerPosterPath,
  answerStreamPath,
  type AnswerVideo,
  type StoredRecording,
} from '../../contract/interview/answers.js';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { type VideoRenditions, VideoRenditionsService } from '../../media/transcode/video-renditions.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { RecordingProof } from '../../contract/media/recording-proof.js';
import { answerNotFound, AnswerPiecesService } from './answer-pieces.service.js';
import { type Answer, type AnswerPiece, isJoined, joinedPreparation, joinedSeconds } from './answer.entity.js';
import { AnswersRepository } from './answers.repository.js';
import { RecordingProofsService, worstProof } from './recording-proofs.service.js';
import { QuestionsService } from './questions.service.js';
import { WrittenAnswersService } from './written-answers.service.js';

export interface OriginalRecording {
  /** The place of the question in the interview, from 1 on. */
  question: number;
  title: string;
  isChosen: boolean;
  /** Which recording of its answer this is, from 1 on. */
  piece: number;
  media: MediaFile;
  /** What every device plays, once there is such a thing. */
  playable: MediaFile;
}

/**
 * The recorded answers of a participant: seen and changed by nobody else. None takes the place of another for good: until
 * the story is handed in every recording stays, and one to each question is chosen.
 */
@Injectable()
export class AnswersService {
  constructor(
    private readonly answers: AnswersRepository,
    private readonly pieces: AnswerPiecesService,
    private readonly writtenAnswers: WrittenAnswersService,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
    private readonly proofs: RecordingProofsService,
    private readonly media: MediaService,
    private readonly renditions: VideoRenditionsService,
  ) {}

  async list(participantId: string): Promise<AnswerVideo[]> {
    const [answers, earlier] = await Promise.all([
      this.answers.findAllOf(participantId),
      this.answers.findEarlierOf({ participantId }),
    ]);
    const recordings = await this.describeAll([...answers, ...earlier]);
    const others = recordings.slice(answers.length);
    return recordings.slice(0, answers.length).map((answer) => withEarlier(answer, others));
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else */
  async find(participantId: string, answerId: string): Promise<AnswerVideo> {
    return this.present(await this.requireOwn(participantId, answerId));
  }

  /**
   * What is played.
   * @throws AppError 404 `video_not_found`, also for the answer of someone else
   */
  async findPlayable(participantId: string, answerId: string): Promise<MediaFile> {
    const { media } = await this.requireOwn(participantId, answerId);
    return (await this.renditions.find(media)).playable;
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else; `poster_not_found` */
  async findPoster(participantId: string, answerId: string): Promise<MediaFile> {
    return this.renditions.findPoster((await this.requireOwn(participantId, answerId)).media);
  }

  /** With their recordings, in the order of the questions. */
  findAllOf(participantId: string): Promise<Answer[]> {
    return this.answers.findAllOf(participantId);
  }

  /** Every recording as it came, in the order of the questions: the pieces of the answer first, then the earlier ones. */
  async listOriginals(participantId: string): Promise<OriginalRecording[]> {
    const [answers, earlier, places] = await Promise.all([
      this.answers.findAllOf(participantId),
      this.answers.findEarlierOf({ participantId }),
      this.questions.findPlaces(),
    ]);
    const all = [...answers, ...earlier];
    const recordings = (await this.pieces.findAllOf(all)).flatMap((pieces, index) => {
      const { questionId, title, isChosen } = all[index]!;
      const question = places.get(questionId)!;
      return pieces.map(({ media }, piece) => ({ question, title, isChosen, media, piece: piece + 1 }));
    });
    const renditions = await this.renditions.findAll(recordings.map(({ media }) => media));
    return recordings
      .map((recording, index) => ({ ...recording, playable: renditions[index]!.playable }))
      .toSorted((left, right) => left.question - right.question);
  }

  /**
   * An answer of anyone, with its recording.
   * @throws AppError 404 `video_not_found`
   */
  async require(answerId: string): Promise<Answer> {
    const answer = isUUID(answerId) ? await this.answers.find(answerId) : null;
    if (answer === null) throw answerNotFound();
    return answer;
  }

  async coverAllQuestions(participantId: string, transaction: Transaction): Promise<boolean> {
    const questions = await this.questions.list(transaction);
    const recorded = await this.answers.findAllOf(participantId, transaction);
    const written = await this.writtenAnswers.findAnswered(participantId, transaction);
    const answered = new Set([...recorded.map(({ questionId }) => questionId), ...written]);
    return questions.every(({ id }) => answered.has(id));
  }

  /**
   * An earlier recording becomes the answer. Twice is the same as once.
   * @throws AppError 404 `video_not_found`, 409 `submitted`
   */
  async choose(author: SignedInParticipant, id: string): Promise<AnswerVideo> {
    const recording = await this.requireOwn(author.id, id);
    await this.participants.change(author, async (transaction) => {
      if (!(await this.answers.choose(recording, transaction))) throw answerNotFound();
    });
    return this.present(Object.assign(recording, { isChosen: true }));
  }

  /** @throws AppError 404 `video_not_found`, 409 `recording_chosen`, 409 `submitted` */
  async removeEarlier(author: SignedInParticipant, id: string): Promise<void> {
    const recording = await this.requireOwn(author.id, id);
    const removed = await this.participants.change(author, async (transaction) => {
      const { mediaIds } = await this.answers.removeEarlier(recording, transaction);
      if (mediaIds.length === 0) throw chosen();
      await this.media.scheduleRemoval(mediaIds, transaction);
      // Of its pieces each: an older database may have one of them alone.
      await this.pieces.noteRemoved(author.id, mediaIds, transaction);
      return mediaIds;
    });
    // Only now: what stays, because this failed, may be chosen.
    await this.pieces.finishRemoval(author.id, removed);
  }

  /** Says again what the ledger knows, of what an older database has still; within a transaction. */
  async repeatRemoval(participantId: string, id: string, transaction: Transaction): Promise<boolean> {
    if (await this.pieces.repeatRemoval(participantId, id, transaction)) return true;
    return this.writtenAnswers.repeatRemoval(participantId, id, transaction);
  }

  /** Within Submit: what is not an answer goes, its files with the next sweep of media. Returns which. */
  async removeAllEarlierOf(participantId: string, transaction: Transaction): Promise<string[]> {
    const { ids, mediaIds } = await this.answers.removeAllEarlierOf(participantId, transaction);
    await this.media.scheduleRemoval(mediaIds, transaction);
    return ids;
  }

  /**
   * Within the removal of a person, or of what they withdraw: their answers go, those in words too, and their recordings with
   * the next sweep of media. Returns how many answers, and which recordings to them.
   */
  async removeAllOf(
    participantId: string,
    transaction: Transaction,
    only: OnlyThese = {},
  ): Promise<{ count: number; recordingIds: string[] }> {
    const before = await this.answers.countOf(participantId, transaction);
    const shortened = await this.pieces.removeUntil(participantId, only, transaction);
    const { ids, mediaIds } = await this.answers.removeAllOf(participantId, transaction, only);
    await this.media.scheduleRemoval(mediaIds, transaction);
    const written = await this.writtenAnswers.removeAllOf(participantId, transaction, only);
    const count = before - (await this.answers.countOf(participantId, transaction)) + written;
    return { count, recordingIds: [...shortened, ...ids] };
  }

  private async describeAll(answers: Answer[]): Promise<StoredRecording[]> {
    const pieces = await this.pieces.findAllOf(answers);
    const shown = [...answers, ...pieces.flat()].map(({ media }) => media);
    const videos = new Map((await this.renditions.findAll(shown)).map((video) => [video.original.id, video]));
    const proofOf = await this.proofs.findAll(pieces.flat().map(({ mediaId }) => mediaId));
    return answers.map((answer, index) => {
      const told = pieces[index]!.map((piece) => toPiece(piece, videos.get(piece.mediaId)!, proofOf(piece.mediaId)));
      return toRecording(answer, videos.get(answer.mediaId)!, told);
    });
  }

  /** With the earlier recordings, where it is the answer. */
  async present(answer: Answer): Promise<AnswerVideo> {
    const { participantId, questionId, isChosen } = answer;
    const earlier = isChosen ? await this.answers.findEarlierOf({ participantId, questionId }) : [];
    const [recording, ...others] = await this.describeAll([answer, ...earlier]);
    return withEarlier(recording!, others);
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else */
  async requireOwn(participantId: string, answerId: string): Promise<Answer> {
    const answer = isUUID(answerId) ? await this.answers.findOf(participantId, { id: answerId }) : null;
    if (answer === null) throw answerNotFound();
    return answer;
  }
}

function chosen(): AppError {
  return new AppError(409, 'recording_chosen', 'This recording is your answer. Choose another one first.');
}

function withEarlier(answer: StoredRecording, others: StoredRecording[]): AnswerVideo {
  return { ...answer, earlierRecordings: others.filter(({ questionId }) => questionId === answer.questionId) };
}

/** A recording as its participant sees it. */
function toRecording(answer: Answer, video: VideoRenditions, pieces: AnswerPieceOnTheWire[]): StoredRecording {
  const { id, questionId, title, createdAt, isChosen } = answer;
  const { original, playable, poster } = video;
  return {
    id,
    questionId,
    title,
    videoUrl: answerStreamPath(id),
    mimeType: playable.mimeType,
    posterUrl: poster ? answerPosterPath(id) : null,
    durationSeconds: joinedSeconds(answer, video.durationSeconds, pieces),
    preparation: joinedPreparation(answer, video.preparation),
    proof: worstProof(pieces.map(({ proof }) => proof)),
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
    isChosen,
    pieces,
    isJoined: isJoined(answer),
    ...fromHelper(answer),
  };
}

function toPiece({ id, createdAt }: AnswerPiece, video: VideoRenditions, proof: RecordingProof): AnswerPieceOnTheWire {
  const { original, playable, durationSeconds, preparation } = video;
  return {
    id,
    videoUrl: answerPiecePath(id),
    mimeType: playable.mimeType,
    durationSeconds,
    preparation,
    proof,
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
  };
}

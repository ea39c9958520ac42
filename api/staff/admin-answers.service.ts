import { fromHelper } from '../people/participants/added-by-helper.entity.js';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../platform/audit/audit.service.js';
import { type AdminAnswer, adminAnswerPath, adminPiecePath } from '../contract/staff/admin-answers.js';
import type { SinglePiece } from '../contract/interview/answers.js';
import type { AuditAction } from '../contract/staff/audit.js';
import type { VideoPreparation } from '../contract/media/preparation.js';
import type { WrittenAnswer } from '../contract/interview/written-answers.js';
import { AnswerPiecesService } from '../people/interview/answer-pieces.service.js';
import {
  type Answer,
  type AnswerPiece,
  isJoined,
  joinedPreparation,
  joinedSeconds,
} from '../people/interview/answer.entity.js';
import { WrittenAnswersService } from '../people/interview/written-answers.service.js';
import { AnswersService } from '../people/interview/answers.service.js';
import type { MediaFile } from '../media/store/media-file.entity.js';
import { type VideoRenditions, VideoRenditionsService } from '../media/transcode/video-renditions.service.js';
import { ParticipantsService } from '../people/participants/participants.service.js';
import { RecentViews } from './recent-views.js';

/** The answers of anyone, recorded and in words, for staff. Each view of them is recorded before it is granted, by ids alone. */
@Injectable()
export class AdminAnswersService {
  private readonly views = new RecentViews();

  constructor(
    private readonly answers: AnswersService,
    private readonly pieces: AnswerPiecesService,
    private readonly writtenAnswers: WrittenAnswersService,
    private readonly participants: ParticipantsService,
    private readonly renditions: VideoRenditionsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * In the order of the questions.
   * @throws AppError 404 for an unknown person
   */
  async listOf(userId: string): Promise<AdminAnswer[]> {
    const { id } = await this.participants.get(userId);
    await this.audit.record('answers_viewed', { type: 'participant', id });
    this.views.begin(id);
    const answers = await this.answers.findAllOf(id);
    const pieces = await this.pieces.findAllOf(answers);
    const shown = [...answers, ...pieces.flat()].map(({ media }) => media);
    const videos = new Map((await this.renditions.findAll(shown)).map((video) => [video.original.id, video]));
    return answers.map((answer, index) => toAdminAnswer(answer, pieces[index]!, videos));
  }

  /**
   * What they answered in words, in the order of the questions. Seen beside the recordings it is one view.
   * @throws AppError 404 for an unknown person
   */
  async listWrittenOf(userId: string): Promise<WrittenAnswer[]> {
    const { id } = await this.participants.get(userId);
    if (!this.views.isGoingOn(id)) await this.audit.record('answers_viewed', { type: 'participant', id });
    this.views.begin(id);
    return (await this.writtenAnswers.listWithHelpers(id)).filter(({ text }) => text !== '');
  }

  /** What is played of it, or of one piece. A player asks for it in many parts, which are one view. */
  async openPlayable(answerId: string, pieceId?: string): Promise<MediaFile> {
    const answer = await this.answers.require(answerId);
    const { media } = pieceId === undefined ? answer : (await this.pieces.require(answer, pieceId)).piece;
    await this.noteView(answer.id);
    return (await this.renditions.find(media)).playable;
  }

  /**
   * A picture from the recording. The list shows them all: to have listed them is to have seen them.
   * @throws AppError 404 `poster_not_found` while there is none
   */
  async findPoster(answerId: string): Promise<MediaFile> {
    const { id, media, participantId } = await this.answers.require(answerId);
    const poster = await this.renditions.findPoster(media);
    if (!this.views.isGoingOn(participantId)) await this.noteView(id);
    return poster;
  }

  /** The recording, or one piece, as it came, named after the person and the question. */
  async openOriginal(answerId: string, pieceId?: string): Promise<{ file: MediaFile; downloadName: string }> {
    const answer = await this.answers.require(answerId);
    const { userName } = await this.participants.get(answer.participantId);
    const original = await this.pieces.findOriginal(answer, `${userName}-question-${answer.questionId}`, pieceId);
    await this.record('answer_downloaded', answer.id);
    return original;
  }

  async findPreparation(answerId: string): Promise<VideoPreparation> {
    const answer = await this.answers.require(answerId);
    return joinedPreparation(answer, (await this.renditions.find(answer.media)).preparation);
  }

  /** Where the preparation failed, or the joining of its pieces, it is done anew; else nothing happens. */
  async prepareAgain(answerId: string): Promise<void> {
    const { id, media } = await this.answers.require(answerId);
    await this.renditions.prepareAgain(media);
    await this.pieces.joinAgain(id);
  }

  private async noteView(id: string): Promise<void> {
    if (this.views.isGoingOn(id)) return;
    await this.record('answer_viewed', id);
    this.views.begin(id);
  }

  private record(action: AuditAction, id: string): Promise<void> {
    return this.audit.record(action, { type: 'answer', id });
  }
}

function toAdminAnswer(answer: Answer, pieces: AnswerPiece[], videos: Map<string, VideoRenditions>): AdminAnswer {
  const { id, questionId, title, createdAt } = answer;
  const video = videos.get(answer.mediaId)!;
  const { original, poster } = video;
  const told = pieces.map((piece) => toSinglePiece(piece, videos.get(piece.mediaId)!));
  const path = adminAnswerPath(id);
  return {
    id,
    questionId,
    title,
    videoUrl: `${path}/stream`,
    posterUrl: poster ? `${path}/poster` : null,
    originalUrl: `${path}/original`,
    durationSeconds: joinedSeconds(answer, video.durationSeconds, told),
    fileSize: original.bytes,
    preparation: joinedPreparation(answer, video.preparation),
    createdAt: createdAt.toISOString(),
    ...(!isJoined(answer) && { pieces: told }),
    ...fromHelper(answer),
  };
}

function toSinglePiece({ id, answerId, createdAt }: AnswerPiece, video: VideoRenditions): SinglePiece {
  const path = adminPiecePath(answerId, id);
  return {
    id,
    videoUrl: `${path}/stream`,
    originalUrl: `${path}/original`,
    durationSeconds: video.durationSeconds,
    fileSize: video.original.bytes,
    createdAt: createdAt.toISOString(),
  };
}

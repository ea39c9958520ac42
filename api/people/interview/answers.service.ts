import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';
import type { Transaction } from '../../platform/database/transaction.js';
import { answerPosterPath, answerStreamPath, type AnswerVideo } from '../../contract/answers.js';
import { VIDEO_MAX_BYTES } from '../../contract/limits.js';
import { stepFieldsCompletedByAnswer } from '../../contract/steps.js';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../../media/store/media-file.entity.js';
import { MediaService } from '../../media/store/media.service.js';
import { NewMediaService } from '../../media/store/new-media.service.js';
import { VideoRenditionsService } from '../../media/transcode/video-renditions.service.js';
import type { FinishedFile } from '../../media/store/temporary-file.js';
import { type SignedInParticipant, signedOut } from '../participants/signed-in-participant.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { checkFields } from '../../media/uploads/check-fields.js';
import { RequestFiles } from '../../media/uploads/request-files.js';
import { type ClaimUpload, UploadClaims } from '../../media/uploads/upload-claims.js';
import { VIDEO_TOO_LARGE } from '../../contract/wordings.js';
import type { VideoRenditions } from '../../media/transcode/video-renditions.js';
import type { Answer } from './answer.entity.js';
import { SaveAnswerDto } from './answers.dto.js';
import { AnswersRepository } from './answers.repository.js';
import { QuestionsService } from './questions.service.js';

const LIMIT = { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE };

/** What an answer is told by its sender, and whence it came. */
type AnswerFields = Pick<Answer, 'participantId' | 'questionId' | 'uploadId' | 'title' | 'durationHint'>;

/** The recorded answers of a participant: seen and replaced by nobody else. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly answers: AnswersRepository,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly prepared: VideoRenditionsService,
    private readonly requestFiles: RequestFiles,
    private readonly uploads: UploadClaims,
  ) {}

  async list(participantId: string): Promise<AnswerVideo[]> {
    const answers = await this.answers.findAllOf(participantId);
    const videos = await this.prepared.findAll(answers.map(({ media }) => media));
    return answers.map((answer, index) => toAnswerVideo(answer, videos[index]!));
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else */
  async find(participantId: string, answerId: string): Promise<AnswerVideo> {
    return this.describe(await this.requireOwn(participantId, answerId));
  }

  /**
   * What is played.
   * @throws AppError 404 `video_not_found`, also for the answer of someone else
   */
  async findPlayable(participantId: string, answerId: string): Promise<MediaFile> {
    const { media } = await this.requireOwn(participantId, answerId);
    return (await this.prepared.find(media)).playable;
  }

  /** @throws AppError 404 `video_not_found`, also for the answer of someone else; `poster_not_found` */
  async findPoster(participantId: string, answerId: string): Promise<MediaFile> {
    return this.prepared.findPoster((await this.requireOwn(participantId, answerId)).media);
  }

  /** With their recordings, in the order of the questions. */
  findAllOf(participantId: string): Promise<Answer[]> {
    return this.answers.findAllOf(participantId);
  }

  /**
   * An answer of anyone, with its recording.
   * @throws AppError 404 `video_not_found`
   */
  async require(answerId: string): Promise<Answer> {
    const answer = isUUID(answerId) ? await this.answers.find(answerId) : null;
    if (answer === null) throw notFound();
    return answer;
  }

  async coverAllQuestions(participantId: string): Promise<boolean> {
    const [questions, answered] = await Promise.all([this.questions.list(), this.answers.countOf(participantId)]);
    return answered === questions.length;
  }

  /**
   * Reads the request's body and keeps the recording in it, or that of the upload which it names. An earlier answer to the
   * question is there until the new one is stored. The same upload again gets the same answer.
   */
  async save(author: SignedInParticipant, request: Request): Promise<AnswerVideo> {
    await using body = await this.requestFiles.readDataUrl(request, { field: 'videoData', limit: LIMIT });
    const {
      questionId,
      title,
      uploadId,
      duration: durationHint = null,
    } = await checkFields(SaveAnswerDto, body.fields);
    await this.questions.requireQuestion(questionId);
    const fields = { participantId: author.id, questionId, title, durationHint };
    if (body.file) return await this.describe(await this.keep(author, body.file, { ...fields, uploadId: null }));
    if (uploadId === undefined) throw new AppError(400, 'video_missing', 'The recording is missing.');
    return await this.describe(await this.keepUpload(author, { ...fields, uploadId }));
  }

  /** Within the removal of a person: their answers go, and their recordings with the next sweep of media. */
  async removeAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.media.scheduleRemoval(await this.answers.removeAllOf(participantId, transaction), transaction);
  }

  private async describe(answer: Answer): Promise<AnswerVideo> {
    return toAnswerVideo(answer, await this.prepared.find(answer.media));
  }

  private async keepUpload(author: SignedInParticipant, fields: AnswerFields & { uploadId: string }): Promise<Answer> {
    const { participantId, questionId, uploadId } = fields;
    const answer = await this.uploads.claim<Answer>(
      { audience: 'participant', participantId },
      uploadId,
      (file, claim) => this.keep(author, file, fields, claim),
      () => this.answers.findOf(participantId, { uploadId }),
    );
    if (answer.questionId === questionId) return answer;
    throw new AppError(409, 'upload_used', 'This upload is already the answer to another question.');
  }

  private async keep(
    author: SignedInParticipant,
    file: FinishedFile,
    fields: AnswerFields,
    claim?: ClaimUpload<Answer>,
  ): Promise<Answer> {
    const { participantId, questionId } = fields;
    const answer = await this.newMedia.store(file, 'recording', async (media, transaction) => {
      if (!(await this.participants.lockAs(author, transaction))) throw signedOut();
      const made = { id: randomUUID(), mediaId: media.id, media, createdAt: new Date(), isSetApart: false };
      const saved: Answer = { ...fields, ...made };
      // First, so that the second of two at once ends here and not in a refused row.
      await claim?.(saved, transaction);
      const replaced = await this.answers.replace(saved, transaction);
      if (replaced) await this.media.scheduleRemoval([replaced.mediaId], transaction);
      await this.participants.recordSteps(participantId, stepFieldsCompletedByAnswer(questionId), transaction);
      return saved;
    });
    await this.media.sweepDeletions();
    return answer;
  }

  private async requireOwn(participantId: string, answerId: string): Promise<Answer> {
    const answer = await this.require(answerId);
    if (answer.participantId !== participantId) throw notFound();
    return answer;
  }
}

function notFound(): AppError {
  return new AppError(404, 'video_not_found', 'This video does not exist.');
}

/** An answer as its participant sees it. */
function toAnswerVideo({ id, questionId, title, createdAt }: Answer, video: VideoRenditions): AnswerVideo {
  const { original, playable, poster, durationSeconds, preparation } = video;
  return {
    id,
    questionId,
    title,
    videoUrl: answerStreamPath(id),
    mimeType: playable.mimeType,
    posterUrl: poster ? answerPosterPath(id) : null,
    durationSeconds,
    preparation,
    fileSize: original.bytes,
    sha256: original.sha256.toString('hex'),
    createdAt: createdAt.toISOString(),
  };
}

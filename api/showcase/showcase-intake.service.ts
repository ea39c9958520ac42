import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TRANSCRIPT_MAX_LENGTH, VIDEO_MAX_BYTES } from '../contract/limits.js';
import { isStoryOverview, STORY_OVERVIEW_TITLE } from '../contract/questions.js';
import type { CreateShowcaseVideoFields, ShowcaseVideo, StartShowcaseUploadRequest } from '../contract/showcase.js';
import type { ChunkResponse, StartUploadResponse, UploadStatusResponse } from '../contract/uploads.js';
import { AppError } from '../http/app-error.js';
import { QuestionsService } from '../interview/questions.service.js';
import { MediaService } from '../media/media.service.js';
import { checkFields } from '../uploads/check-fields.js';
import type { ReceivedFile } from '../uploads/received-file.js';
import { RequestFiles } from '../uploads/request-files.js';
import { STAFF_OWNER } from '../uploads/upload-owner.js';
import { UploadSessionsService } from '../uploads/upload-sessions.service.js';
import { ShowcaseFieldsDto } from './showcase.dto.js';
import { toShowcaseVideo } from './showcase-video-row.js';
import { ShowcaseVideosRepository, type Transaction } from './showcase-videos.repository.js';

const VIDEO_TOO_LARGE = `Videos can have up to ${VIDEO_MAX_BYTES / 1024 / 1024}MB.`;
const UTF8_MAX_BYTES_PER_CHARACTER = 4;

type AlsoWrite = (video: ShowcaseVideo, transaction: Transaction) => Promise<ShowcaseVideo>;

/** Takes in finished videos, in one request or in chunks. They wait for approval. */
@Injectable()
export class ShowcaseIntakeService {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly questions: QuestionsService,
    private readonly media: MediaService,
    private readonly requestFiles: RequestFiles,
    private readonly uploads: UploadSessionsService,
  ) {}

  /** Reads a multipart request with the file part `video` and its fields. */
  async receive(request: Request): Promise<ShowcaseVideo> {
    await using body = await this.requestFiles.readMultipart(request, {
      field: 'video',
      limit: { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE },
      fieldMaxBytes: TRANSCRIPT_MAX_LENGTH * UTF8_MAX_BYTES_PER_CHARACTER,
    });
    const fields = await checkFields(ShowcaseFieldsDto, body.fields);
    if (!body.file) throw new AppError(400, 'video_missing', 'Please select a video file.');
    return await this.keep(body.file, fields);
  }

  async startUpload(request: StartShowcaseUploadRequest): Promise<StartUploadResponse> {
    const { userId, questionId, title, description, transcript } = request;
    await this.requireSubjects({ userId, questionId });
    return this.uploads.start(STAFF_OWNER, request, { userId, questionId, title, description, transcript });
  }

  receiveChunk(request: Request): Promise<ChunkResponse> {
    return this.uploads.receiveChunk(STAFF_OWNER, request);
  }

  uploadStatus(uploadId: string): Promise<UploadStatusResponse> {
    return this.uploads.status(STAFF_OWNER, uploadId);
  }

  /** Makes a video of an upload whose chunks are all there; a second time it answers the same video. */
  processUpload(uploadId: string): Promise<ShowcaseVideo> {
    return this.uploads.process<ShowcaseVideo>(STAFF_OWNER, uploadId, (file, save) =>
      this.keep(file, file.details as Partial<CreateShowcaseVideoFields> as CreateShowcaseVideoFields, save),
    );
  }

  private async keep(
    file: ReceivedFile,
    fields: CreateShowcaseVideoFields,
    alsoWrite: AlsoWrite = async (video) => video,
  ): Promise<ShowcaseVideo> {
    const questionTitle = await this.requireSubjects(fields);
    const { userId, questionId, title, description, transcript } = fields;
    return this.media.adopt(file, 'video', async (mediaFile, transaction) => {
      const id = randomUUID();
      const isInserted = await this.videos.insert(
        {
          id,
          participantId: userId,
          questionId: isStoryOverview(questionId) ? null : questionId,
          mediaId: mediaFile.id,
          title: title || questionTitle,
          description: description ?? '',
          transcript: transcript ?? '',
          filename: file.filename,
          isApproved: false,
          approvedAt: null,
          createdAt: new Date(),
          revision: 1,
        },
        transaction,
      );
      const row = isInserted ? await this.videos.find(id, transaction) : null;
      if (!row) throw noSuchUser();
      return alsoWrite(toShowcaseVideo(row), transaction);
    });
  }

  /** Answers the title of the question. 404 when there is no such person or question. */
  private async requireSubjects({ userId, questionId }: CreateShowcaseVideoFields): Promise<string> {
    if (!(await this.videos.hasUser(userId))) throw noSuchUser();
    if (isStoryOverview(questionId)) return STORY_OVERVIEW_TITLE;
    const question = (await this.questions.list()).find(({ id }) => id === questionId);
    if (!question) throw new AppError(404, 'question_not_found', 'There is no such question.');
    return question.title;
  }
}

function noSuchUser(): AppError {
  return new AppError(404, 'user_not_found', 'There is no such user.');
}

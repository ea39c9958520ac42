import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TRANSCRIPT_FILE_MAX_BYTES, VIDEO_MAX_BYTES } from '../contract/limits.js';
import { isStoryOverview, STORY_OVERVIEW_TITLE } from '../contract/questions.js';
import type {
  CreateShowcaseVideoFields,
  SavedShowcaseVideo,
  StartShowcaseUploadRequest,
} from '../contract/showcase.js';
import type { ChunkResponse, StartUploadResponse, UploadStatusResponse } from '../contract/uploads.js';
import { AppError } from '../http/app-error.js';
import { QuestionsService } from '../interview/questions.service.js';
import { MediaService } from '../media/media.service.js';
import { checkFields } from '../uploads/check-fields.js';
import type { ReceivedFile } from '../uploads/received-file.js';
import { RequestFiles } from '../uploads/request-files.js';
import { STAFF_OWNER } from '../uploads/upload-owner.js';
import { UploadSessionsService } from '../uploads/upload-sessions.service.js';
import { requireTranscript } from './require-transcript.js';
import { ShowcaseFieldsDto } from './showcase.dto.js';
import { toSavedVideo } from './showcase-video-row.js';
import { ShowcaseVideosRepository, type Transaction } from './showcase-videos.repository.js';

const VIDEO_TOO_LARGE = `Videos can have up to ${VIDEO_MAX_BYTES / 1024 / 1024}MB.`;
const TRANSCRIPT_TOO_LARGE = `Transcript files can have up to ${TRANSCRIPT_FILE_MAX_BYTES / 1024 / 1024}MB.`;
const FILE_FIELDS = ['video', 'transcriptFile'];

type AlsoWrite = (video: SavedShowcaseVideo, transaction: Transaction) => Promise<SavedShowcaseVideo>;

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

  /** Reads a multipart request with the file part `video`, perhaps a `transcriptFile`, and its fields. */
  async receive(request: Request): Promise<SavedShowcaseVideo> {
    await using body = await this.requestFiles.readMultipartFiles(request, {
      isFileField: (name) => FILE_FIELDS.includes(name),
      maxFiles: FILE_FIELDS.length,
      limit: { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE },
      fieldMaxBytes: TRANSCRIPT_FILE_MAX_BYTES,
    });
    const video = body.files.get('video');
    const transcript = await this.readTranscriptFile(body.files.get('transcriptFile'));
    const fields = await checkFields(ShowcaseFieldsDto, { ...body.fields, ...(transcript !== null && { transcript }) });
    if (!video) throw new AppError(400, 'video_missing', 'Please select a video file.');
    return await this.keep(video, fields);
  }

  async startUpload(request: StartShowcaseUploadRequest): Promise<StartUploadResponse> {
    const { userId, questionId, title, description, transcript } = request;
    requireTranscript({ transcript });
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
  processUpload(uploadId: string): Promise<SavedShowcaseVideo> {
    return this.uploads.process<SavedShowcaseVideo>(STAFF_OWNER, uploadId, (file, save) =>
      this.keep(file, file.details as Partial<CreateShowcaseVideoFields> as CreateShowcaseVideoFields, save),
    );
  }

  private async keep(
    file: ReceivedFile,
    fields: CreateShowcaseVideoFields,
    alsoWrite: AlsoWrite = async (video) => video,
  ): Promise<SavedShowcaseVideo> {
    const questionTitle = await this.requireSubjects(fields);
    const { userId, questionId, title, description } = fields;
    const transcript = requireTranscript(fields);
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
          transcript: transcript?.transcript ?? '',
          cues: transcript?.cues ?? null,
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
      return alsoWrite(toSavedVideo(row, transcript), transaction);
    });
  }

  /** Null when there is none, as when a form's field for it was left empty. */
  private async readTranscriptFile(file: ReceivedFile | undefined): Promise<string | null> {
    if (!file || file.bytes === 0) return null;
    return this.requestFiles.readText(file, { bytes: TRANSCRIPT_FILE_MAX_BYTES, message: TRANSCRIPT_TOO_LARGE });
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

import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TRANSCRIPT_FILE_MAX_BYTES, VIDEO_MAX_BYTES } from '../../../contract/common/limits.js';
import type { CreateShowcaseVideoFields, SavedShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { ReadTranscript } from '../../../contract/transcripts/transcript-input.js';
import type { StartUploadResponse } from '../../../contract/media/uploads.js';
import { AppError } from '../../../platform/http/app-error.js';
import { checkKnownFields } from '../../../platform/http/known-fields.js';
import { NewMediaService } from '../../../media/store/new-media.service.js';
import type { ReceivedFile } from '../../../media/uploads/received-body.js';
import { RepeatedUploads, repeatKey } from '../../../media/uploads/repeated-uploads.service.js';
import { RequestFiles } from '../../../media/uploads/request-files.js';
import { type ClaimUpload, UploadClaims } from '../../../media/uploads/upload-claims.js';
import { STAFF_OWNER } from '../../../media/uploads/upload-owner.js';
import { UploadSessionsService } from '../../../media/uploads/upload-sessions.service.js';
import { NewShowcaseVideo, type VideoSource } from './new-showcase-video.js';
import { ShowcaseSubjectsService } from '../subjects/showcase-subjects.service.js';
import { HostedVideosService } from '../hosted/hosted-videos.service.js';
import { requireAddress, requireTranscript } from '../catalogue/showcase-input.js';
import {
  RepeatableShowcaseDto,
  type ShowcaseFieldsDto,
  type StartShowcaseUploadDto,
} from '../catalogue/showcase.dto.js';
import { toSavedVideo } from '../catalogue/showcase-video-row.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { SHOWCASE_INCOMPLETE, TRANSCRIPT_TOO_LARGE, VIDEO_TOO_LARGE } from '../../../contract/common/wordings.js';

const VIDEO_LIMIT = { bytes: VIDEO_MAX_BYTES, message: VIDEO_TOO_LARGE };
const FILE_FIELDS = ['video', 'transcriptFile'];

interface GivenVideo extends Omit<CreateShowcaseVideoFields, 'transcript'> {
  title: string;
  transcript: ReadTranscript | null;
}

/** Takes in showcase videos, in one request or in chunks. They wait for approval. */
@Injectable()
export class ShowcaseUploadsService {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly made: NewShowcaseVideo,
    private readonly subjects: ShowcaseSubjectsService,
    private readonly newMedia: NewMediaService,
    private readonly requestFiles: RequestFiles,
    private readonly uploadSessions: UploadSessionsService,
    private readonly claims: UploadClaims,
    private readonly repeated: RepeatedUploads,
    private readonly hosted: HostedVideosService,
  ) {}

  /**
   * Reads a multipart request with the file part `video`, perhaps a `transcriptFile`, and its fields.
   * 507 before its first byte when there is no room for it.
   */
  async receive(request: Request): Promise<SavedShowcaseVideo> {
    await using body = await this.requestFiles.readMultipartFiles(request, {
      owner: STAFF_OWNER,
      isFileField: (name) => FILE_FIELDS.includes(name),
      maxFiles: FILE_FIELDS.length,
      limit: VIDEO_LIMIT,
      fieldMaxBytes: TRANSCRIPT_FILE_MAX_BYTES,
    });
    const transcript = await this.readTranscriptFile(body.files.get('transcriptFile'));
    const all = await checkKnownFields(RepeatableShowcaseDto, {
      ...body.fields,
      ...(transcript !== null && { transcript }),
    });
    const video = body.files.get('video');
    // A form sends an empty part for a file that was not chosen.
    if (!video || (all.videoUrl && video.bytes === 0)) return await this.keepAddressOnce(all);
    const { requestId, ...fields } = all;
    const key = repeatKey(requestId, { ...fields, sha256: video.sha256.toString('hex') });
    return await this.once(key, fields, (claim) => this.keep(video, fields, claim));
  }

  /** A video at a host, whose fields came as JSON. */
  async link(body: unknown): Promise<SavedShowcaseVideo> {
    return this.keepAddressOnce(await checkKnownFields(RepeatableShowcaseDto, { ...(body as object) }));
  }

  async startUpload(request: StartShowcaseUploadDto): Promise<StartUploadResponse> {
    const { userId, questionId, title, description, transcript, videoUrl } = request;
    if (videoUrl) throw fileAndAddress();
    requireTranscript({ transcript });
    await this.subjects.require({ userId, questionId });
    return this.uploadSessions.start(STAFF_OWNER, request, VIDEO_LIMIT, {
      userId,
      questionId,
      title,
      description,
      transcript,
    });
  }

  /** Makes a video of an upload whose chunks are all there; a second time it returns the same video. */
  processUpload(uploadId: string): Promise<SavedShowcaseVideo> {
    return this.claims.claim<SavedShowcaseVideo>(STAFF_OWNER, uploadId, (file, claim) =>
      this.keep(file, file.details as Partial<CreateShowcaseVideoFields> as CreateShowcaseVideoFields, claim),
    );
  }

  private keepAddressOnce({ requestId, ...fields }: RepeatableShowcaseDto): Promise<SavedShowcaseVideo> {
    return this.once(repeatKey(requestId, fields), fields, (claim) => this.keepAddress(fields, claim));
  }

  /** Of whom it is, is remembered as of an upload in chunks. */
  private once(
    key: string | null,
    { userId }: ShowcaseFieldsDto,
    keep: (claim: ClaimUpload<SavedShowcaseVideo>) => Promise<SavedShowcaseVideo>,
  ): Promise<SavedShowcaseVideo> {
    return this.repeated.once(STAFF_OWNER, { key, details: { userId } }, keep);
  }

  private async keep(
    file: ReceivedFile,
    fields: CreateShowcaseVideoFields & { videoUrl?: string },
    claim: ClaimUpload<SavedShowcaseVideo>,
  ): Promise<SavedShowcaseVideo> {
    if (fields.videoUrl) throw fileAndAddress();
    const given = await this.readGiven(fields);
    return this.newMedia.store(file, 'video', async ({ id: mediaId }, transaction) =>
      claim(await this.insert(given, { mediaId, filename: file.filename }, transaction), transaction),
    );
  }

  private async keepAddress(
    fields: ShowcaseFieldsDto,
    claim: ClaimUpload<SavedShowcaseVideo>,
  ): Promise<SavedShowcaseVideo> {
    const videoUrl = requireAddress(fields.videoUrl || undefined);
    if (videoUrl === null) throw new AppError(400, 'video_missing', SHOWCASE_INCOMPLETE);
    const given = await this.readGiven(fields);
    const video = await this.videos.transact(async (transaction) => {
      const saved = await this.insert(given, { videoUrl }, transaction);
      await this.hosted.requestThumbnail(saved.id, transaction);
      return claim(saved, transaction);
    });
    this.hosted.fetchThumbnail(video.id);
    return video;
  }

  /** What the fields say of a new video. */
  private async readGiven(fields: CreateShowcaseVideoFields): Promise<GivenVideo> {
    const questionTitle = await this.subjects.require(fields);
    return { ...fields, title: fields.title || questionTitle, transcript: requireTranscript(fields) };
  }

  private async insert(
    { transcript, ...given }: GivenVideo,
    source: VideoSource,
    transaction: Transaction,
  ): Promise<SavedShowcaseVideo> {
    const words = { transcript: transcript?.transcript ?? '', cues: transcript?.cues ?? null };
    return toSavedVideo(await this.made.insert({ ...given, ...words }, source, transaction), transcript);
  }

  /** Null when there is none, as when a form's field for it was left empty. */
  private async readTranscriptFile(file: ReceivedFile | undefined): Promise<string | null> {
    if (!file || file.bytes === 0) return null;
    return this.requestFiles.readText(file, { bytes: TRANSCRIPT_FILE_MAX_BYTES, message: TRANSCRIPT_TOO_LARGE });
  }
}

function fileAndAddress(): AppError {
  return new AppError(400, 'file_and_address', 'Send a video file or the address of a video, not both.');
}

import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  RECORDING_DRAFT_ACTIVE_MS,
  RECORDING_DRAFT_PAUSE_MS,
  UPLOAD_SESSION_MAX_AGE_MS,
} from '../../contract/common/limits.js';
import {
  type BeginRecordingDraftRequest,
  type RecordingDraft,
  recordingDraftPath,
} from '../../contract/interview/recording-drafts.js';
import type { StartUploadResponse } from '../../contract/media/uploads.js';
import { serveMedia } from '../../media/store/serve-media.js';
import { sniffMedia } from '../../media/store/sniff-media.js';
import { ownerOf } from '../../media/uploads/upload-owner.js';
import type { UploadSession } from '../../media/uploads/upload-session.entity.js';
import { uploadNotFound, UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { QuestionsService } from './questions.service.js';

/** Under this name an upload session holds what it is a draft of. */
const DETAIL = 'recordingDraft';

interface DraftDetails {
  recordingDraft: Pick<BeginRecordingDraftRequest, 'questionId' | 'isAddition' | 'insteadOf'>;
  recordedMs?: number;
}

type DraftSession = UploadSession & { touchedAt: Date };

/** What the server has of recordings that were not saved yet: sent while they were recorded, and gone a day later. */
@Injectable()
export class RecordingDraftsService {
  constructor(
    private readonly uploadSessions: UploadSessionsService,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
  ) {}

  /** @throws AppError 404 for an unknown question; 409 `submitted`; 429 `too_many_drafts`, `daily_quota`; 507 without room */
  async begin(
    author: SignedInParticipant,
    request: BeginRecordingDraftRequest,
    address: string,
  ): Promise<StartUploadResponse> {
    const { questionId, isAddition = false, insteadOf, filename, mimeType } = request;
    await this.questions.requireQuestion(questionId);
    await this.participants.requireChangeable(author);
    const details: DraftDetails['recordingDraft'] = { questionId, isAddition, insteadOf };
    const owner = { ...ownerOf(author), address };
    return this.uploadSessions.startOpen(owner, { filename, mimeType }, { kind: DETAIL, details });
  }

  async list(participantId: string): Promise<RecordingDraft[]> {
    const sessions = await this.findKept(participantId);
    return sessions.filter(({ totalSize }) => totalSize > 0).map(toDraft);
  }

  /**
   * Serves what has come so far.
   * @throws AppError 404 `upload_not_found`, also for the draft of someone else
   */
  async serve(participantId: string, uploadId: string, request: Request, response: Response): Promise<void> {
    const session = (await this.findKept(participantId)).find(({ id }) => id === uploadId);
    if (!session) throw uploadNotFound();
    const path = await this.uploadSessions.fileOf(session);
    const mimeType = (await sniffMedia(path).catch(() => null))?.mimeType ?? 'video/webm';
    await serveMedia(request, response, { path, mimeType, etag: `${session.id}-${session.totalSize}` });
  }

  private async findKept(participantId: string): Promise<DraftSession[]> {
    const sessions = await this.uploadSessions.findWithDetail(participantId, DETAIL);
    return sessions.filter(isKept);
  }
}

/** Of a refused one only the refusal is kept. */
function isKept({ touchedAt, refusal }: DraftSession): boolean {
  return refusal === null && Date.now() - touchedAt.getTime() <= UPLOAD_SESSION_MAX_AGE_MS;
}

function toDraft(session: DraftSession): RecordingDraft {
  const { id, filename, mimeType, totalSize, totalChunks, isOpen, createdAt, touchedAt } = session;
  const { recordingDraft, recordedMs } = session.details as DraftDetails;
  const stillMs = Date.now() - touchedAt.getTime();
  return {
    uploadId: id,
    questionId: recordingDraft.questionId,
    filename,
    mimeType,
    isAddition: recordingDraft.isAddition ?? false,
    insteadOf: recordingDraft.insteadOf,
    videoUrl: recordingDraftPath(id),
    bytes: totalSize,
    durationSeconds: recordedMs === undefined ? null : recordedMs / 1000,
    recordedAt: createdAt.toISOString(),
    keptUntil: new Date(touchedAt.getTime() + UPLOAD_SESSION_MAX_AGE_MS).toISOString(),
    isGrowing: isOpen && stillMs < RECORDING_DRAFT_ACTIVE_MS,
    mayGoOn: isOpen && stillMs < RECORDING_DRAFT_PAUSE_MS,
    totalChunks,
  };
}

import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { StartUploadRequest, StartUploadResponse, UploadStatusResponse } from '../../contract/media/uploads.js';
import {
  FREE_SPACE_BYTES,
  PUBLIC_UPLOAD_FREE_SPACE_BYTES,
  RECORDING_DRAFT_ACTIVE_MS,
  RECORDING_DRAFTS_MAX,
  RECORDING_QUOTA_BYTES,
  RECORDING_ROOM_BYTES,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_SESSION_ACTIVE_MS,
} from '../../contract/common/limits.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import type { SizeLimit } from '../store/temporary-file.js';
import { FreeSpace } from './free-space.js';
import {
  isStranger,
  type ParticipantOwner,
  requireAllowed,
  type UploadOwner,
  type UploadStarter,
} from './upload-owner.js';
import { UploadQuota } from './upload-quota.service.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { isClaimed, type UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';

/** Files that arrive in chunks, from the announcement of each until it is made into something or given up. */
@Injectable()
export class UploadSessionsService {
  constructor(
    private readonly sessions: UploadSessionsRepository,
    private readonly files: UploadSessionFiles,
    private readonly space: FreeSpace,
    private readonly quota: UploadQuota,
  ) {}

  /**
   * Opens a session. `details` come back when it is claimed. 400 when the numbers do not fit, 401 `signed_out` for whoever
   * may not send any more, 413 for a file over `limit`, 429 `daily_quota`, 507 when there is no room for it beside what else was announced: better now than after it was
   * recorded and sent.
   */
  async start(
    owner: UploadStarter,
    { filename, totalSize, totalChunks, mimeType }: StartUploadRequest,
    limit: SizeLimit,
    details: Record<string, unknown> = {},
  ): Promise<StartUploadResponse> {
    checkTotals(totalSize, totalChunks, limit);
    requireAllowed(owner, { mimeType, totalSize });
    const announced = { filename, mimeType, totalSize, totalChunks, details, isOpen: false };
    // Each upload is a row that whoever asks for room reads, however small it is.
    const countedBytes = Math.max(totalSize, UPLOAD_CHUNK_BYTES);
    return this.open(owner, announced, { countedBytes, roomBytes: totalSize });
  }

  /**
   * Opens a session for what is recorded just now: nobody knows how much will come.
   * @param kind the name under which `details` come back; only so many of it may grow at once
   * @throws AppError 401 `signed_out`; 429 `too_many_drafts`, `daily_quota`; 507 when there is no room for a recording
   */
  async startOpen(
    owner: Extract<UploadStarter, ParticipantOwner>,
    { filename, mimeType }: Pick<StartUploadRequest, 'filename' | 'mimeType'>,
    { kind, details }: { kind: string; details: object },
  ): Promise<StartUploadResponse> {
    await this.requireFewGrowing(owner.participantId, kind);
    const nothing = { filename, mimeType, totalSize: 0, totalChunks: 0, details: { [kind]: details }, isOpen: true };
    return this.open(owner, nothing, { countedBytes: RECORDING_QUOTA_BYTES, roomBytes: RECORDING_ROOM_BYTES });
  }

  /** A participant's uploads that have the key among their details, the newest first, with when something came last. */
  findWithDetail(participantId: string, key: string): Promise<(UploadSession & { touchedAt: Date })[]> {
    return this.sessions.findWithDetail(participantId, key);
  }

  /** A file that holds what has come so far. 410 when it is gone. */
  fileOf({ id }: UploadSession): Promise<string> {
    return this.files.fileOf(id, () => this.sessions.findChunks(id)).catch(orLost);
  }

  /** Does `work`, which brings so many bytes in one request, if there is room for them beside what was announced; else 507. */
  async whileRoomFor<T>(owner: UploadOwner, bytes: number, work: () => Promise<T>): Promise<T> {
    const announced = await this.sumAnnounced();
    return this.space.within(bytes, floorFor(owner), work, announced);
  }

  /** As `whileRoomFor`, of what comes later. */
  async requireRoomFor(owner: UploadOwner, bytes: number): Promise<void> {
    await this.space.requireRoom(bytes, floorFor(owner), await this.sumAnnounced());
  }

  /** The bytes for which room is kept, of what is announced and has not come yet. */
  sumAnnounced(): Promise<number> {
    return this.sessions.sumAnnouncedSince(activeSince());
  }

  /** How many uploads with those `details` somebody may still be sending. */
  countOpen(details: Record<string, unknown>): Promise<number> {
    return this.sessions.countOpenSince(activeSince(), details);
  }

  /** What has arrived, for going on after a cut, a reload or a restart. */
  async status(owner: UploadOwner, uploadId: string): Promise<UploadStatusResponse> {
    const session = await this.require(owner, uploadId);
    const { totalChunks, totalSize, isOpen } = session;
    if (!isOpen && !isClaimed(session) && !(await this.files.isThere(uploadId, totalSize))) throw lost();
    const receivedChunks = await this.sessions.findReceivedChunks(uploadId);
    const readyForProcessing = !isOpen && receivedChunks.length === totalChunks;
    return { uploadId, totalChunks, totalSize, receivedChunks, readyForProcessing, ...(isOpen && { isOpen }) };
  }

  /** Ends an upload that its sender does not want any more: nothing of it stays. */
  async cancel(owner: UploadOwner, uploadId: string): Promise<void> {
    const { id } = await this.require(owner, uploadId);
    await this.sessions.remove(id);
    await this.files.remove(id);
  }

  /**
   * Within the removal of a person: ends their uploads, and those whose `details` name them as `userId`. Returns which:
   * give them to `removeFiles` after the commit.
   */
  removeAllAbout(participantId: string, transaction: Transaction, until?: Date): Promise<string[]> {
    return this.sessions.removeAllAbout(participantId, transaction, until);
  }

  /** What came of an upload, by its id, is about another person now: it goes with that one. */
  reassign(resultId: string, userId: string, transaction: Transaction): Promise<void> {
    return this.sessions.reassign(resultId, userId, transaction);
  }

  /** What staff made of an upload, by its id, is there no more: sent again, that makes another one. */
  forget(resultId: string, transaction: Transaction): Promise<void> {
    return this.sessions.forget(resultId, transaction);
  }

  /** As `removeAllAbout`, for what came by a helper's link and was not yet made into something. */
  removeAllBy(helperLinkId: string, transaction: Transaction): Promise<string[]> {
    return this.sessions.removeAllBy(helperLinkId, transaction);
  }

  /** As `removeAllAbout`, for what was set apart of a person's own. */
  removeAllSetApart(participantId: string, transaction: Transaction): Promise<string[]> {
    return this.sessions.removeAllSetApart(participantId, transaction);
  }

  /** As `removeAllAbout`, for the uploads that have all of `details` among their own. */
  removeAllWith(details: Record<string, unknown>, transaction: Transaction): Promise<string[]> {
    return this.sessions.removeAllWith(details, transaction);
  }

  /** Removes what ended sessions have left; what a crash leaves, the sweeper finds. */
  async removeFiles(uploadIds: string[]): Promise<void> {
    for (const uploadId of uploadIds) await this.files.remove(uploadId);
  }

  /** @throws AppError 404 for an upload of somebody else, too */
  async require(owner: UploadOwner, uploadId: string): Promise<UploadSession> {
    const session = isUUID(uploadId) ? await this.sessions.findOf(owner, uploadId) : null;
    if (session === null) throw uploadNotFound();
    return session;
  }

  private async requireFewGrowing(participantId: string, kind: string): Promise<void> {
    const open = await this.sessions.findWithDetail(participantId, kind);
    const growingSince = Date.now() - RECORDING_DRAFT_ACTIVE_MS;
    if (open.filter(({ touchedAt }) => touchedAt.getTime() > growingSince).length >= RECORDING_DRAFTS_MAX) {
      throw new AppError(429, 'too_many_drafts', 'Other recordings of yours are being sent just now.');
    }
  }

  private async open(
    owner: UploadStarter,
    announced: Pick<UploadSession, 'filename' | 'mimeType' | 'totalSize' | 'totalChunks' | 'details' | 'isOpen'>,
    { countedBytes, roomBytes }: { countedBytes: number; roomBytes: number },
  ): Promise<StartUploadResponse> {
    const id = randomUUID();
    const { participantId = null, helperLinkId = null } = owner.audience === 'participant' ? owner : {};
    const whose = { id, audience: owner.audience, participantId, helperLinkId };
    const keep = async () => {
      await this.files.create(id, announced.totalSize);
      try {
        const session = { ...announced, ...whose, result: null, refusal: null, createdAt: new Date() };
        const isProven = owner.audience !== 'participant' || owner.isProven;
        if (!(await this.sessions.insertBegun(session, isProven))) throw signedOut();
      } catch (error) {
        await this.files.remove(id);
        throw error;
      }
    };
    await this.quota.whileWithin(owner, countedBytes, () => this.whileRoomFor(owner, roomBytes, keep));
    return { uploadId: id };
  }
}

/** Refuses a file over the limit before its first byte (413), and a number of chunks that does not fit its size (400). */
function checkTotals(totalSize: number, totalChunks: number, limit: SizeLimit): void {
  if (totalSize > limit.bytes) throw new AppError(413, 'too_large', limit.message);
  const expected = Math.ceil(totalSize / UPLOAD_CHUNK_BYTES);
  if (totalChunks !== expected) {
    throw new AppError(400, 'wrong_chunk_count', `A file of ${totalSize} bytes has ${expected} chunks.`);
  }
}

function floorFor(owner: UploadOwner): number {
  return isStranger(owner) ? PUBLIC_UPLOAD_FREE_SPACE_BYTES : FREE_SPACE_BYTES;
}

function activeSince(): Date {
  return new Date(Date.now() - UPLOAD_SESSION_ACTIVE_MS);
}

export function orLost(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? lost() : error;
}

export function lost(): AppError {
  return new AppError(
    410,
    'upload_lost',
    'What had arrived of this file is gone. Please send it again from the start.',
  );
}

export function uploadNotFound(): AppError {
  return new AppError(404, 'upload_not_found', 'This upload does not exist.');
}

import { Injectable } from '@nestjs/common';
import type { CloseUploadRequest, ProcessUploadResponse } from '../../contract/media/uploads.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import type { FinishedFile } from '../store/temporary-file.js';
import type { ReceivedFile } from './received-body.js';
import type { UploadOwner } from './upload-owner.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { isClaimed, isCompletedFirst, type UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';
import { lost, uploadNotFound, UploadSessionsService } from './upload-sessions.service.js';

/** Refusals of the file itself, which no other request about it would change. */
const REFUSED_FILE = [413, 415];
/** Where what is told of the file was told at its start, and is refused with it. */
const REFUSED_WITH_DETAILS = [...REFUSED_FILE, 400, 404];

/** A file whose chunks have all arrived. Its name and type are what the client said. */
export interface UploadedFile extends ReceivedFile {
  /** As given to `start`. */
  details: Record<string, unknown>;
}

/** Within the transaction that writes what was made of an upload: nobody else makes anything of it. Returns `result`. */
export type ClaimUpload<T> = (result: T, transaction: Transaction) => Promise<T>;

/** Ends uploads: a whole file is hashed, and then becomes something in a transaction of the feature that it is for. */
@Injectable()
export class UploadClaims {
  constructor(
    private readonly uploadSessions: UploadSessionsService,
    private readonly sessions: UploadSessionsRepository,
    private readonly files: UploadSessionFiles,
  ) {}

  /**
   * Declares a file whole that a later request names. Again returns the same. 409 while chunks are missing, as when an open
   * upload has not come to what its sender says.
   */
  async complete(
    owner: UploadOwner,
    uploadId: string,
    { totalSize, totalChunks }: CloseUploadRequest = {},
  ): Promise<ProcessUploadResponse> {
    const session = await this.uploadSessions.require(owner, uploadId);
    if (session.result !== null) {
      // Said again only of what is still there, or was refused for good.
      if (session.refusal === null) await this.findCompleted(session);
      return session.result as ProcessUploadResponse;
    }
    if (session.isOpen) {
      const isWhole = totalSize !== undefined && totalChunks !== undefined && totalChunks > 0;
      if (!isWhole || !(await this.sessions.close(uploadId, { totalSize, totalChunks }))) throw incomplete();
    }
    const { bytes, sha256 } = await this.readWhole(session);
    const response: ProcessUploadResponse = { uploadId, fileSize: bytes, sha256: sha256.toString('hex') };
    await this.sessions.saveResult(uploadId, response);
    return response;
  }

  /**
   * Makes something of a whole file, exactly once, and removes the file. `store` writes its rows and calls `claim` with its
   * result in that same transaction; a call that is repeated, even at the same time, returns what the first one made.
   * 409 while chunks are missing.
   * @param findEarlier what was made of this upload, where a participant's request names it: their rows remember that, and
   * the session ends. Of the others the session itself remembers the result, as JSON.
   */
  async claim<T extends object>(
    owner: UploadOwner,
    uploadId: string,
    store: (file: UploadedFile, claim: ClaimUpload<T>) => Promise<T>,
    findEarlier: () => Promise<T | null> = () => this.findResult<T>(owner, uploadId),
  ): Promise<T> {
    const result = (await findEarlier()) ?? (await this.claimNow(owner, uploadId, store).catch(orEarlier(findEarlier)));
    await this.files.remove(uploadId);
    return result;
  }

  private async claimNow<T extends object>(
    owner: UploadOwner,
    uploadId: string,
    store: (file: UploadedFile, claim: ClaimUpload<T>) => Promise<T>,
  ): Promise<T> {
    const session = await this.uploadSessions.require(owner, uploadId);
    if (session.refusal) throw new AppError(session.refusal.status, session.refusal.code, session.refusal.message);
    const file = isCompletedFirst(session) ? await this.findCompleted(session) : await this.readWhole(session);
    const claim: ClaimUpload<T> = async (result, transaction) => {
      await this.end(session, result, transaction);
      return result;
    };
    return this.orRefuse(session, store(file, claim));
  }

  private async end(session: UploadSession, result: object, transaction: Transaction): Promise<void> {
    if (isCompletedFirst(session)) {
      if (!(await this.sessions.remove(session.id, transaction))) throw uploadNotFound();
    } else if (!(await this.sessions.saveResult(session.id, result, transaction))) {
      throw new AppError(409, 'already_processed', 'This upload is already processed.');
    }
  }

  /** A file that will never be accepted goes at once; whoever asks again is told the same. */
  private async orRefuse<T>(session: UploadSession, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const final = isCompletedFirst(session) ? REFUSED_FILE : REFUSED_WITH_DETAILS;
      if (!(error instanceof AppError) || !final.includes(error.status)) throw error;
      const { status, code, message } = error;
      await this.sessions.saveRefusal(session.id, { status, code, message });
      await this.files.remove(session.id);
      throw error;
    }
  }

  /** 404 when the upload was removed meanwhile. */
  private async findResult<T>(owner: UploadOwner, uploadId: string): Promise<T | null> {
    const session = await this.uploadSessions.require(owner, uploadId);
    return isClaimed(session) ? (session.result as T) : null;
  }

  private async readWhole(session: UploadSession): Promise<UploadedFile> {
    const chunks = await this.sessions.findChunks(session.id);
    if (chunks.length !== session.totalChunks) {
      throw incomplete();
    }
    const file = await this.files.read(session.id, chunks);
    if (file?.bytes !== session.totalSize) throw lost();
    return describe(session, file);
  }

  private async findCompleted(session: UploadSession): Promise<UploadedFile> {
    if (session.result === null) {
      throw new AppError(409, 'upload_not_processed', 'This upload has not been processed yet.');
    }
    const { fileSize, sha256 } = session.result as ProcessUploadResponse;
    if (!(await this.files.isThere(session.id, fileSize))) throw lost();
    const path = await this.uploadSessions.fileOf(session);
    return describe(session, { path, bytes: fileSize, sha256: Buffer.from(sha256, 'hex') });
  }
}

function incomplete(): AppError {
  return new AppError(409, 'upload_incomplete', 'Some chunks of this file have not arrived yet.');
}

/** What another request has made of the upload meanwhile wins over the failure of this one. */
function orEarlier<T>(findEarlier: () => Promise<T | null>): (error: unknown) => Promise<T> {
  return async (error) => {
    const earlier = await findEarlier();
    if (earlier === null) throw error;
    return earlier;
  };
}

function describe({ filename, mimeType, details }: UploadSession, file: FinishedFile): UploadedFile {
  return { ...file, filename, mimeType, details: details as UploadedFile['details'] };
}

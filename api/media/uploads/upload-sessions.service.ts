import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Request } from 'express';
import type {
  ChunkResponse,
  ProcessUploadResponse,
  StartUploadRequest,
  StartUploadResponse,
  UploadStatusResponse,
} from '../../contract/uploads.js';
import { FREE_SPACE_BYTES, PUBLIC_UPLOAD_FREE_SPACE_BYTES, UPLOAD_SESSION_ACTIVE_MS } from '../../contract/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import type { FinishedFile } from '../store/temporary-file.js';
import { checkFields, checkKnownFields } from './check-fields.js';
import { type ArrivedChunk, ChunkIntake } from './chunk-intake.js';
import { checkChunk, checkTotals } from './chunk-rules.js';
import { FreeSpace } from './free-space.js';
import { orEarlier } from './or-earlier.js';
import type { ReceivedFile } from './received-file.js';
import { ChunkFieldsDto } from './uploads.dto.js';
import type { UploadOwner } from './upload-owner.js';
import { UploadSessionFiles } from './upload-session-files.js';
import type { UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';

/** Refusals of the file itself, which no other request about it would change. */
const REFUSED_FILE = [413, 415];
/** What is said about the file was said at its start, and is refused with it. */
const REFUSED_WITH_DETAILS = [...REFUSED_FILE, 400, 404];

/** A file whose chunks have all arrived. Its name and type are what the client said. */
export interface UploadedFile extends ReceivedFile {
  /** As given to `start`. */
  details: Record<string, unknown>;
}

/** Notes somewhere that bytes of an upload have come. */
type CountBytes = (bytes: number, details: Record<string, unknown>, transaction: Transaction) => Promise<void>;

/** Of the disk, left by whoever sends something. Strangers leave room for the people whose stories these are. */
const FLOOR_BYTES: Record<UploadOwner['audience'], number> = {
  participant: FREE_SPACE_BYTES,
  staff: FREE_SPACE_BYTES,
  public: PUBLIC_UPLOAD_FREE_SPACE_BYTES,
};

/** Receives files in chunks: any order, as often as it takes, from wherever the client got cut off. */
@Injectable()
export class UploadSessionsService {
  constructor(
    private readonly sessions: UploadSessionsRepository,
    private readonly files: UploadSessionFiles,
    private readonly chunks: ChunkIntake,
    private readonly space: FreeSpace,
  ) {}

  /**
   * Opens a session. `details` come back when it is processed. 400 when the numbers do not fit, 413 for too large a file,
   * 507 when there is no room for it beside what else was announced: better now than after it was recorded and sent.
   */
  async start(
    owner: UploadOwner,
    { filename, totalSize, totalChunks, mimeType }: StartUploadRequest,
    details: Record<string, unknown> = {},
  ): Promise<StartUploadResponse> {
    checkTotals(totalSize, totalChunks);
    const id = randomUUID();
    const participantId = owner.audience === 'participant' ? owner.participantId : null;
    const announced = { filename, mimeType, totalSize, totalChunks, details };
    const session = {
      ...announced,
      id,
      audience: owner.audience,
      participantId,
      result: null,
      refusal: null,
      createdAt: new Date(),
    };
    await this.whileRoomFor(owner, totalSize, async () => {
      await this.files.create(id, totalSize);
      try {
        await this.sessions.insert(session);
      } catch (error) {
        await this.files.remove(id);
        throw error;
      }
    });
    return { uploadId: id };
  }

  /** Does `work`, which brings so many bytes in one request, if there is room for them beside what was announced; else 507. */
  async whileRoomFor<T>(owner: UploadOwner, bytes: number, work: () => Promise<T>): Promise<T> {
    const announced = await this.sessions.sumAnnouncedSince(activeSince());
    return this.space.within(bytes, FLOOR_BYTES[owner.audience], work, announced);
  }

  /** How many uploads with those `details` somebody may still be sending. */
  countOpen(details: Record<string, unknown>): Promise<number> {
    return this.sessions.countOpenSince(activeSince(), details);
  }

  /**
   * Reads one chunk from a multipart request (`chunk`, `uploadId`, `chunkIndex` from 0, and optionally `totalChunks`,
   * `totalSize`), on a handler with `@StreamedBody()`. When it answers, the chunk survives a power cut. The same bytes again
   * get the same answer; 409 for other bytes in the place of a chunk that is there; 410 when the file was lost.
   * @param count is told of the bytes of a chunk that is new, in the transaction that notes it
   */
  async receiveChunk(owner: UploadOwner, request: Request, count: CountBytes = async () => {}): Promise<ChunkResponse> {
    await using body = await this.chunks.read(request);
    const fields = await checkChunkFields(owner, body.fields);
    const session = await this.require(owner, fields.uploadId);
    const chunk = checkChunk(session, fields, body.file);
    if (!(await this.store(session, fields.chunkIndex, chunk, count))) {
      throw new AppError(409, 'chunk_differs', 'This chunk has already arrived with other content.');
    }
    return { complete: true, readyForProcessing: await this.isComplete(session) };
  }

  /** What has arrived, for going on after a cut, a reload or a restart. */
  async status(owner: UploadOwner, uploadId: string): Promise<UploadStatusResponse> {
    const session = await this.require(owner, uploadId);
    const { totalChunks, totalSize } = session;
    if (!isHandedOver(session) && !(await this.files.isThere(uploadId, totalSize))) throw lost();
    const receivedChunks = await this.sessions.findReceivedChunks(uploadId);
    const readyForProcessing = receivedChunks.length === totalChunks;
    return { uploadId, totalChunks, totalSize, receivedChunks, readyForProcessing };
  }

  /**
   * Makes something of the whole file, exactly once. `finish` writes its rows and calls `save` with the answer in that same
   * transaction; a second call, even at the same time, gets the first one's answer. The file is removed afterwards.
   * 409 while chunks are missing. The answer is stored as JSON.
   */
  async process<T extends object>(
    owner: UploadOwner,
    uploadId: string,
    finish: (file: UploadedFile, save: (answer: T, transaction: Transaction) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const session = await this.require(owner, uploadId);
    if (session.result !== null) return session.result as T;
    refuseAgain(session);
    const save = async (answer: T, transaction: Transaction): Promise<T> => {
      if (await this.sessions.saveResult(uploadId, answer, transaction)) return answer;
      throw new AppError(409, 'already_processed', 'This upload is already processed.');
    };
    const answer = await orEarlier(
      () => this.findResult<T>(owner, uploadId),
      async () => this.orRefuse(uploadId, REFUSED_WITH_DETAILS, finish(await this.readWhole(session), save)),
    );
    await this.files.remove(uploadId);
    return answer;
  }

  /** Declares a file whole that is made into something later, by `handOver`. Again gives the same answer. */
  async complete(owner: UploadOwner, uploadId: string): Promise<ProcessUploadResponse> {
    const session = await this.require(owner, uploadId);
    if (session.result !== null) return session.result as ProcessUploadResponse;
    const { bytes, sha256 } = await this.readWhole(session);
    const answer: ProcessUploadResponse = { uploadId, fileSize: bytes, sha256: sha256.toString('hex') };
    await this.sessions.saveResult(uploadId, answer);
    return answer;
  }

  /**
   * Hands over a completed file, exactly once. `keep` writes its rows and calls `end` in that same transaction, which ends
   * the session; `findEarlier` finds what an earlier call made of this upload, so that a repeated call gets the same answer.
   */
  async handOver<T>(
    owner: UploadOwner,
    uploadId: string,
    {
      findEarlier,
      keep,
    }: {
      findEarlier: () => Promise<T | null>;
      keep: (file: UploadedFile, end: (transaction: Transaction) => Promise<void>) => Promise<T>;
    },
  ): Promise<T> {
    const earlier = await findEarlier();
    if (earlier !== null) return earlier;
    const end = async (transaction: Transaction): Promise<void> => {
      if (!(await this.sessions.remove(uploadId, transaction))) throw notFound();
    };
    const answer = await orEarlier(findEarlier, async () =>
      this.orRefuse(uploadId, REFUSED_FILE, keep(await this.readCompleted(owner, uploadId), end)),
    );
    await this.files.remove(uploadId);
    return answer;
  }

  /** Ends an upload that its sender does not want any more: nothing of it stays. */
  async cancel(owner: UploadOwner, uploadId: string): Promise<void> {
    const { id } = await this.require(owner, uploadId);
    await this.sessions.remove(id);
    await this.files.remove(id);
  }

  /**
   * Within the removal of a person: ends their uploads, and those whose `details` name them as `userId`. Answers which:
   * give them to `removeFiles` after the commit.
   */
  removeAllAbout(participantId: string, transaction: Transaction): Promise<string[]> {
    return this.sessions.removeAllAbout(participantId, transaction);
  }

  /** What came of an upload, by its id, is about another person now: it goes with that one. */
  reassign(resultId: string, userId: string, transaction: Transaction): Promise<void> {
    return this.sessions.reassign(resultId, userId, transaction);
  }

  /** As `removeAllAbout`, for the uploads that have all of `details` among their own. */
  removeAllWith(details: Record<string, unknown>, transaction: Transaction): Promise<string[]> {
    return this.sessions.removeAllWith(details, transaction);
  }

  /** Removes what ended sessions have left; what a crash leaves, the sweeper finds. */
  async removeFiles(uploadIds: string[]): Promise<void> {
    for (const uploadId of uploadIds) await this.files.remove(uploadId);
  }

  /** False when the chunk is there with other content. */
  private async store(
    session: UploadSession,
    chunkIndex: number,
    chunk: ArrivedChunk,
    count: CountBytes,
  ): Promise<boolean> {
    const uploadId = session.id;
    await this.requireFile(session);
    const bytes = await chunk.read();
    const row = { uploadId, chunkIndex, bytes: chunk.bytes, checksum: chunk.checksum };
    const place = () => this.files.place(uploadId, chunkIndex, bytes).catch(orLost);
    const outcome = await this.sessions.receiveChunk(row, place, (transaction) =>
      count(chunk.bytes, session.details as Record<string, unknown>, transaction),
    );
    if (outcome === null) throw notFound();
    if ('placed' in outcome) {
      outcome.placed();
      return true;
    }
    const isThere = await this.files.holds(uploadId, chunkIndex, bytes);
    if (isThere) return true;
    // Chunks of an earlier version of the product have none.
    const isSame = (outcome.earlier.checksum ?? chunk.checksum) === chunk.checksum;
    if (isThere === null) {
      if (!isHandedOver((await this.sessions.find(uploadId)) ?? session)) throw lost();
      return isSame;
    }
    // The file is older than the note, as after a restored backup: the chunk is put back.
    if (isSame) (await place())();
    return isSame;
  }

  /** A file that was cut short would be as long as its last chunk, and look whole. */
  private async requireFile({ id, totalSize }: UploadSession): Promise<void> {
    if (await this.files.isThere(id, totalSize)) return;
    // It may have been handed over since the session was read.
    const session = await this.sessions.find(id);
    if (session === null) throw notFound();
    if (!isHandedOver(session)) throw lost();
  }

  private async require(owner: UploadOwner, uploadId: string): Promise<UploadSession> {
    const session = isUUID(uploadId) ? await this.sessions.findOf(owner, uploadId) : null;
    if (session === null) throw notFound();
    return session;
  }

  /** A file that will never be accepted goes at once; whoever asks again is told the same. */
  private async orRefuse<T>(uploadId: string, final: readonly number[], work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof AppError) || !final.includes(error.status)) throw error;
      await this.sessions.saveRefusal(uploadId, {
        status: error.status,
        code: error.code,
        message: error.message,
      });
      await this.files.remove(uploadId);
      throw error;
    }
  }

  private async isComplete({ id, totalChunks }: UploadSession): Promise<boolean> {
    return (await this.sessions.countChunks(id)) === totalChunks;
  }

  /** 404 when the upload was removed meanwhile. */
  private async findResult<T>(owner: UploadOwner, uploadId: string): Promise<T | null> {
    const { result } = await this.require(owner, uploadId);
    return result as T | null;
  }

  private async readWhole(session: UploadSession): Promise<UploadedFile> {
    const checksums = await this.sessions.findChecksums(session.id);
    if (checksums.length !== session.totalChunks) {
      throw new AppError(409, 'upload_incomplete', 'Some chunks of this file have not arrived yet.');
    }
    const file = await this.files.read(session.id, checksums);
    if (file?.bytes !== session.totalSize) throw lost();
    return describe(session, file);
  }

  private async readCompleted(owner: UploadOwner, uploadId: string): Promise<UploadedFile> {
    const session = await this.require(owner, uploadId);
    refuseAgain(session);
    if (session.result === null) {
      throw new AppError(409, 'upload_not_processed', 'This upload has not been processed yet.');
    }
    const { fileSize, sha256 } = session.result as ProcessUploadResponse;
    if (!(await this.files.isThere(uploadId, fileSize))) throw lost();
    const path = this.files.pathOf(uploadId);
    return describe(session, { path, bytes: fileSize, sha256: Buffer.from(sha256, 'hex') });
  }
}

function activeSince(): Date {
  return new Date(Date.now() - UPLOAD_SESSION_ACTIVE_MS);
}

/** What staff and the public send is made into something as soon as it is whole, and its file goes; a participant's stays. */
function isHandedOver({ audience, result }: UploadSession): boolean {
  return result !== null && audience !== 'participant';
}

/** Of staff's forms, only what their clients are known to repeat from the session with each chunk. */
function checkChunkFields({ audience }: UploadOwner, fields: Record<string, unknown>): Promise<ChunkFieldsDto> {
  if (audience !== 'staff') return checkFields(ChunkFieldsDto, fields);
  return checkKnownFields(ChunkFieldsDto, fields, ['filename', 'mimeType', 'userId', 'questionId']);
}

function describe({ filename, mimeType, details }: UploadSession, file: FinishedFile): UploadedFile {
  return { ...file, filename, mimeType, details: details as UploadedFile['details'] };
}

function orLost(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? lost() : error;
}

function lost(): AppError {
  return new AppError(
    410,
    'upload_lost',
    'What had arrived of this file is gone. Please send it again from the start.',
  );
}

/** @throws AppError what refused the file before, where that has happened */
function refuseAgain({ refusal }: UploadSession): void {
  if (refusal) throw new AppError(refusal.status, refusal.code, refusal.message);
}

function notFound(): AppError {
  return new AppError(404, 'upload_not_found', 'This upload does not exist.');
}

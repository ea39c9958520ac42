import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DRAFT_CHUNKS_AHEAD, UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../contract/common/limits.js';
import { CHUNK_HEADERS, type ChunkResponse, RAW_CHUNK_TYPE } from '../../contract/media/uploads.js';
import { VIDEO_TOO_LARGE } from '../../contract/common/wordings.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { checkFields, checkKnownFields } from '../../platform/http/known-fields.js';
import { type ArrivedChunk, ChunkBuffers } from './chunk-buffers.js';
import { FreeSpace } from './free-space.js';
import { readMultipartBody } from './multipart-body.js';
import { type ReceivedBody, requestBytes, withinLimit } from './received-body.js';
import { requireAllowed, type UploadOwner } from './upload-owner.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { isClaimed, type UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';
import { lost, orLost, uploadNotFound, UploadSessionsService } from './upload-sessions.service.js';
import { ChunkFieldsDto } from './uploads.dto.js';

const LIMIT = { bytes: UPLOAD_CHUNK_BYTES, message: `A chunk has at most ${UPLOAD_CHUNK_BYTES} bytes.` };

/** Notes somewhere that bytes of an upload have come. */
type CountBytes = (bytes: number, details: Record<string, unknown>, transaction: Transaction) => Promise<void>;

/** Puts chunks in their places: in any order, as often as it takes, from wherever the client got cut off. */
@Injectable()
export class ChunkReceiver {
  constructor(
    private readonly uploadSessions: UploadSessionsService,
    private readonly sessions: UploadSessionsRepository,
    private readonly files: UploadSessionFiles,
    private readonly buffers: ChunkBuffers,
    private readonly space: FreeSpace,
  ) {}

  /**
   * Reads one chunk from a multipart request (`chunk`, `uploadId`, `chunkIndex` from 0, and optionally `totalChunks`,
   * `totalSize`) or from one that is nothing but its bytes (`CHUNK_HEADERS` say which), on a handler with `@StreamedBody()`.
   * When it returns, the chunk survives a power cut. The same bytes again get the same response; 409 for other bytes in the
   * place of a chunk that is there; 410 when the file was lost; 507 where strangers would leave too little room to others.
   * @param count is told of the bytes of a chunk that is new, in the transaction that notes it
   */
  receive(owner: UploadOwner, request: Request, count: CountBytes = async () => {}): Promise<ChunkResponse> {
    return this.space.whileReceiving(owner, UPLOAD_CHUNK_BYTES, () => this.read(owner, request, count));
  }

  private async read(owner: UploadOwner, request: Request, count: CountBytes): Promise<ChunkResponse> {
    await using body = request.is(RAW_CHUNK_TYPE)
      ? await readRawChunk(request, this.buffers)
      : await readMultipartBody(request, { store: this.buffers, field: 'chunk', limit: LIMIT });
    const fields = await checkChunkFields(owner, body.fields);
    const session = await this.uploadSessions.require(owner, fields.uploadId);
    requireAllowed(owner, session);
    if (session.isOpen) return await this.receiveNext(session, fields, body.file);
    const chunk = checkChunk(session, fields, body.file);
    if (!(await this.store(session, fields.chunkIndex, chunk, count))) {
      throw new AppError(409, 'chunk_differs', 'This chunk has already arrived with other content.');
    }
    const isComplete = (await this.sessions.countChunks(session.id)) === session.totalChunks;
    return { complete: true, readyForProcessing: isComplete };
  }

  /** The next chunk of an upload of which nobody knows how much will come: of any size, one after the other. */
  private async receiveNext(
    session: UploadSession,
    { chunkIndex, recordedMs }: ChunkFieldsDto,
    chunk: ArrivedChunk | null,
  ): Promise<ChunkResponse> {
    if (!chunk || chunk.bytes === 0) throw new AppError(400, 'wrong_chunk_size', 'This chunk is empty.');
    if (chunkIndex > chunksAllowed(session)) {
      throw new AppError(429, 'too_many_chunks', 'Please send less often: a second of the recording at a time.');
    }
    if (session.totalSize + chunk.bytes > VIDEO_MAX_BYTES) throw new AppError(413, 'too_large', VIDEO_TOO_LARGE);
    const bytes = await chunk.read();
    const row = { uploadId: session.id, chunkIndex, bytes: chunk.bytes, checksum: chunk.checksum };
    const known = recordedMs === undefined ? {} : { recordedMs };
    const outcome = await this.sessions.receiveNext(row, known, (at) =>
      this.files.append(session.id, chunkIndex, bytes, at).catch(orLost),
    );
    if (outcome === 'over') throw uploadNotFound();
    if (outcome === 'gap') throw new AppError(409, 'chunk_missing', 'A chunk before this one has not arrived.');
    if ('placed' in outcome) outcome.placed();
    else if (outcome.earlier.checksum !== chunk.checksum) {
      throw new AppError(409, 'chunk_differs', 'This chunk has already arrived with other content.');
    }
    return { complete: true, readyForProcessing: false };
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
    if (outcome === null) throw uploadNotFound();
    if ('placed' in outcome) {
      outcome.placed();
      return true;
    }
    const isThere = await this.files.holds(uploadId, chunkIndex, bytes);
    if (isThere) return true;
    // Chunks of an earlier version of the product have none.
    const isSame = (outcome.earlier.checksum ?? chunk.checksum) === chunk.checksum;
    if (isThere === null) {
      if (!isClaimed((await this.sessions.find(uploadId)) ?? session)) throw lost();
      return isSame;
    }
    // The file is older than the note, as after a restored backup: the chunk is put back. Not where it stands elsewhere.
    if (isSame && !(await this.sessions.hasShortChunks(session))) (await place())();
    return isSame;
  }

  /** A file that was cut short would be as long as its last chunk, and look whole. */
  private async requireFile({ id, totalSize }: UploadSession): Promise<void> {
    if (await this.files.isThere(id, totalSize)) return;
    // It may have been claimed since the session was read.
    const session = await this.sessions.find(id);
    if (session === null) throw uploadNotFound();
    if (!isClaimed(session)) throw lost();
  }
}

/** A second of the recording at a time; whole ones, as a line that has fallen behind sends them, as fast as they come. */
function chunksAllowed({ createdAt, totalSize }: UploadSession): number {
  const agoSeconds = Math.max(0, (Date.now() - createdAt.getTime()) / 1000);
  return DRAFT_CHUNKS_AHEAD + agoSeconds + totalSize / UPLOAD_CHUNK_BYTES;
}

async function readRawChunk(request: Request, buffers: ChunkBuffers): Promise<ReceivedBody<ArrivedChunk>> {
  const chunk = await buffers.write(withinLimit(requestBytes(request), LIMIT));
  return {
    fields: {
      uploadId: request.get(CHUNK_HEADERS.uploadId),
      chunkIndex: request.get(CHUNK_HEADERS.chunkIndex),
      recordedMs: request.get(CHUNK_HEADERS.recordedMs),
    },
    file: chunk,
    [Symbol.asyncDispose]: () => buffers.discard(chunk),
  };
}

/** Of staff's forms, only what their clients are known to repeat from the session with each chunk. */
function checkChunkFields({ audience }: UploadOwner, fields: Record<string, unknown>): Promise<ChunkFieldsDto> {
  if (audience !== 'staff') return checkFields(ChunkFieldsDto, fields);
  return checkKnownFields(ChunkFieldsDto, fields, ['filename', 'mimeType', 'userId', 'questionId']);
}

/** The chunk, if it is what the session expects in its place: of the full size, unless it is the last. */
function checkChunk(session: UploadSession, fields: ChunkFieldsDto, chunk: ArrivedChunk | null): ArrivedChunk {
  const { totalSize, totalChunks } = session;
  if ((fields.totalChunks ?? totalChunks) !== totalChunks || (fields.totalSize ?? totalSize) !== totalSize) {
    throw new AppError(400, 'wrong_upload', 'This chunk belongs to a file of another size.');
  }
  if (fields.chunkIndex >= totalChunks) {
    throw new AppError(400, 'wrong_chunk_index', `This file has ${totalChunks} chunks, counted from 0.`);
  }
  const expected = Math.min(UPLOAD_CHUNK_BYTES, totalSize - fields.chunkIndex * UPLOAD_CHUNK_BYTES);
  if (chunk?.bytes !== expected) throw new AppError(400, 'wrong_chunk_size', `This chunk must have ${expected} bytes.`);
  return chunk;
}

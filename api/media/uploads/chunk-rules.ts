import { UPLOAD_CHUNK_BYTES, VIDEO_MAX_BYTES } from '../../contract/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import type { ArrivedChunk } from './chunk-intake.js';
import type { UploadSession } from './upload-session.entity.js';
import type { ChunkFieldsDto } from './uploads.dto.js';
import { VIDEO_TOO_LARGE } from '../../contract/wordings.js';

/** Refuses a file over the limit before its first byte (413), and a number of chunks that does not fit its size (400). */
export function checkTotals(totalSize: number, totalChunks: number): void {
  if (totalSize > VIDEO_MAX_BYTES) {
    throw new AppError(413, 'too_large', VIDEO_TOO_LARGE);
  }
  const expected = Math.ceil(totalSize / UPLOAD_CHUNK_BYTES);
  if (totalChunks !== expected) {
    throw new AppError(400, 'wrong_chunk_count', `A file of ${totalSize} bytes has ${expected} chunks.`);
  }
}

/** The chunk, if it is what the session expects in its place: of the full size, unless it is the last. */
export function checkChunk(session: UploadSession, fields: ChunkFieldsDto, chunk: ArrivedChunk | null): ArrivedChunk {
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

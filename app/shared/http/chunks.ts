import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/limits.js';
import type { StartUploadRequest } from '../../../api/contract/uploads.js';

/** What is said about a file at the start of its upload session and again with every chunk. */
export interface FileDescription {
  filename: string;
  mimeType: string;
  /** Fields that one kind of upload adds, such as the person a video belongs to. */
  extraFields?: Record<string, string>;
  /** Fields that the session keeps from its start and no chunk repeats, such as a transcript. */
  startFields?: Record<string, string>;
}

/** An empty file still takes one (empty) chunk. */
export function chunkCount(file: Blob): number {
  return Math.max(1, Math.ceil(file.size / UPLOAD_CHUNK_BYTES));
}

/** Body of `start`. */
export function startBody(file: Blob, description: FileDescription): StartUploadRequest {
  return { ...description.startFields, ...commonFields(file, description) };
}

/** Multipart body of one chunk. The bytes come last, so that a server can decide by the fields before it reads them. */
export function chunkForm(file: Blob, description: FileDescription, uploadId: string, chunkIndex: number): FormData {
  const form = new FormData();
  form.set('uploadId', uploadId);
  form.set('chunkIndex', String(chunkIndex));
  for (const [name, value] of Object.entries(commonFields(file, description))) form.set(name, String(value));
  form.set('chunk', file.slice(chunkIndex * UPLOAD_CHUNK_BYTES, (chunkIndex + 1) * UPLOAD_CHUNK_BYTES), 'chunk');
  return form;
}

function commonFields(file: Blob, { filename, mimeType, extraFields }: FileDescription): StartUploadRequest {
  return { filename, totalSize: file.size, totalChunks: chunkCount(file), mimeType, ...extraFields };
}

import {
  CHUNK_HEADERS,
  type ChunkResponse,
  type CloseUploadRequest,
  type ProcessUploadResponse,
  RAW_CHUNK_TYPE,
  type StartUploadResponse,
  type UploadStatusResponse,
} from '../../../api/contract/media/uploads.js';
import {
  type BeginRecordingDraftRequest,
  RECORDING_DRAFTS_PATH,
} from '../../../api/contract/interview/recording-drafts.js';
import { HttpError } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { type SendBody, sendBody } from '../../shared/http/send-body.js';
import type { UploadRoutes } from '../../shared/http/upload-file.js';
import { withRetries } from '../../shared/http/with-retries.js';
import { PartSize } from './part-size.js';

/** A chunk of which nothing moves for so long is sent again on a new connection. */
const STALL_MS = 30_000;
const OVER = new Set([404, 409, 410]);

/** Nothing can be added to the upload, nor removed of it: it is not there, or an answer was made of it. */
export function isUploadOver(error: unknown): boolean {
  return error instanceof HttpError && OVER.has(error.status);
}

export interface OpenUploadOptions {
  routes: UploadRoutes;
  send?: SendBody;
  retryDelaysMs?: readonly number[];
  parts?: PartSize;
  /** What is here is only the beginning: where the server has more, that is declared whole. */
  isBeginning?: boolean;
  /** Told how much of the whole is there, from 0 to 1. */
  onShare?: (share: number) => void;
  onTrouble?: () => void;
  /** Ends it between two tries. */
  signal?: AbortSignal;
}

/** Uploads of this page, so that they are not offered to whoever is just recording or saving them. */
const ofThisPage = new Set<string>();

export function isOfThisPage(uploadId: string): boolean {
  return ofThisPage.has(uploadId);
}

/** It goes on here, though an earlier page may have begun it. */
export function noteOfThisPage(uploadId: string): void {
  ofThisPage.add(uploadId);
}

/** Begins an upload whose chunks may be of any size. Returns its id. */
export async function beginOpenUpload(body: BeginRecordingDraftRequest, path = RECORDING_DRAFTS_PATH): Promise<string> {
  const { uploadId } = await request<StartUploadResponse>('POST', path, body);
  noteOfThisPage(uploadId);
  return uploadId;
}

export interface OpenChunk {
  uploadId: string;
  index: number;
  bytes: Blob;
  recordedSeconds: number | null;
}

export function sendOpenChunk(
  { uploadId, index, bytes, recordedSeconds }: OpenChunk,
  { routes, send = sendBody }: OpenUploadOptions,
  signal?: AbortSignal,
): Promise<ChunkResponse> {
  const headers: Record<string, string> = {
    [CHUNK_HEADERS.uploadId]: uploadId,
    [CHUNK_HEADERS.chunkIndex]: String(index),
  };
  if (recordedSeconds !== null) headers[CHUNK_HEADERS.recordedMs] = String(Math.round(recordedSeconds * 1000));
  const body = bytes.slice(0, bytes.size, RAW_CHUNK_TYPE);
  return send<ChunkResponse>(routes.chunk, body, { headers, signal, stallMs: STALL_MS });
}

/**
 * Sends what the server does not have yet of a recording that was sent while it was recorded, and declares it whole. Null
 * when that upload cannot go on: the recording is then sent from the start.
 */
export async function completeOpenUpload(
  uploadId: string,
  whole: Blob,
  options: OpenUploadOptions,
): Promise<ProcessUploadResponse | null> {
  noteOfThisPage(uploadId);
  const { routes, retryDelaysMs: delaysMs, parts = new PartSize(), onShare, onTrouble: onWait, signal } = options;
  const hasMore = ({ totalSize }: UploadStatusResponse) => options.isBeginning === true && totalSize > whole.size;
  const retried = <T>(run: () => Promise<T>) => withRetries(run, { delaysMs, onWait, signal });
  const readStatus = () => request<UploadStatusResponse>('GET', routes.status(uploadId));
  try {
    let status = await retried(readStatus);
    // One that was declared whole before comes to the same again.
    if (status.isOpen !== true && !hasMore(status)) return null;
    while (status.totalSize < whole.size) {
      const { totalSize, totalChunks } = status;
      onShare?.(totalSize / whole.size);
      status = await retried(async () => {
        // After a failure it may have arrived all the same.
        const current = await readStatus();
        if (current.totalChunks !== totalChunks) return current;
        const bytes = whole.slice(totalSize, totalSize + parts.mostBytes);
        try {
          await sendOpenChunk({ uploadId, index: totalChunks, bytes, recordedSeconds: null }, options);
        } catch (error) {
          // What was being sent when the recording ended may have arrived since.
          if (isConflict(error) && (await readStatus()).totalChunks !== totalChunks) return readStatus();
          parts.noteFailure(error, bytes.size);
          throw error;
        }
        parts.noteArrival();
        return readStatus();
      });
    }
    onShare?.(1);
    if (status.totalSize !== whole.size && !hasMore(status)) return null;
    const totals: CloseUploadRequest = { totalSize: status.totalSize, totalChunks: status.totalChunks };
    return await retried(() => request<ProcessUploadResponse>('POST', routes.process(uploadId), totals));
  } catch (error) {
    if (isUploadOver(error)) return null;
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof HttpError && error.status === 409;
}

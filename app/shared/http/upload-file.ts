import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import {
  UPLOAD_PROGRESS_CHUNKS_END,
  UPLOAD_PROGRESS_DONE,
  UPLOAD_PROGRESS_PROCESSING,
  UPLOAD_TIMEOUT_MS,
} from '../../../api/contract/common/screen-numbers.js';
import {
  CHUNK_HEADERS,
  type ChunkResponse,
  RAW_CHUNK_TYPE,
  type StartUploadRequest,
  type StartUploadResponse,
  uploadPaths,
  UPLOADS_PATH,
  type UploadStatusResponse,
} from '../../../api/contract/media/uploads.js';
import { HttpError, NetworkFailure } from './http-error.js';
import { request } from './request.js';
import { type SendBody, sendBody } from './send-body.js';
import { toUploadError, UPLOAD_FAILURES, UploadError } from './upload-error.js';
import { withRetries } from './with-retries.js';

/** The addresses of one kind of upload session. */
export interface UploadRoutes {
  start: string;
  chunk: string;
  process: (uploadId: string) => string;
  status: (uploadId: string) => string;
}

export interface UploadFileOptions extends FileDescription {
  /** A session begun earlier with the same file: only its missing chunks are sent. */
  uploadId?: string;
  /** Told the session's id as soon as there is one, so that a later try can go on with it. */
  onSession?: (uploadId: string) => void;
  /** Percent: chunks count up to 80, processing is 85, done 100. */
  onProgress?: (percent: number) => void;
  /** Told when something passing went wrong and a new try is waited for; progress goes on with the next onProgress. */
  onTrouble?: () => void;
  /** Fails with a ChunkCutError after so many cuts in the middle of one chunk, for a caller that can send smaller parts. */
  maxCuts?: number;
  signal?: AbortSignal;
  send?: SendBody;
  /** Waits before the tries that follow a passing failure; every request has this many. */
  retryDelaysMs?: readonly number[];
}

/** How often a file is sent anew whose session the server has lost. */
const MAX_SESSIONS = 3;

/** A line on which chunks begin to move and are cut before they are whole. */
export class ChunkCutError extends Error {
  constructor(options: ErrorOptions) {
    super('The line is cut before a chunk has arrived', options);
    this.name = 'ChunkCutError';
  }
}

/** A chunk of which nothing moves for a minute is sent again on a new connection. */
const CHUNK_STALL_MS = 60_000;

/**
 * Uploads a file through an upload session in 5 MB chunks and returns what `process` does.
 * A cut connection is survived: after a wait the server is asked which chunks it has, and only the others are sent.
 * What the server has lost, as after a backup was restored, is sent anew.
 * Throws UploadError, or the signal's AbortError.
 */
export async function uploadFile<T>(routes: UploadRoutes, file: Blob, options: UploadFileOptions): Promise<T> {
  return new ChunkedUpload(routes, file, options).run<T>();
}

class ChunkedUpload {
  private readonly received = new Set<number>();
  private readonly total: number;
  private uploadId = '';

  constructor(
    private readonly routes: UploadRoutes,
    private readonly file: Blob,
    private readonly options: UploadFileOptions,
  ) {
    this.total = chunkCount(file);
  }

  async run<T>(): Promise<T> {
    for (let session = 1; ; session++) {
      try {
        return await this.sendAll<T>(session === 1 ? this.options.uploadId : undefined);
      } catch (error) {
        if (!isLost(error) || session === MAX_SESSIONS) throw error;
        this.received.clear();
      }
    }
  }

  private async sendAll<T>(earlierId: string | undefined): Promise<T> {
    await this.stage(UPLOAD_FAILURES.startFailed, () => this.open(earlierId));
    this.options.onSession?.(this.uploadId);
    this.reportChunks();
    for (let index = 0; index < this.total; index++) {
      await this.sendChunk(index);
      this.reportChunks();
    }
    this.options.onProgress?.(UPLOAD_PROGRESS_PROCESSING);
    const processed = await this.stage(UPLOAD_FAILURES.processFailed, () =>
      this.call<T>('POST', this.routes.process(this.uploadId), {}),
    );
    this.options.onProgress?.(UPLOAD_PROGRESS_DONE);
    return processed;
  }

  /** Goes on with the earlier session, or starts one. */
  private async open(earlierId: string | undefined): Promise<void> {
    if (earlierId && (await this.resume(earlierId))) return;
    const started = await this.call<StartUploadResponse>('POST', this.routes.start, startBody(this.file, this.options));
    this.uploadId = started.uploadId;
  }

  /** False when the server has swept the session, or it belongs to another file. */
  private async resume(uploadId: string): Promise<boolean> {
    try {
      const status = await this.call<UploadStatusResponse>('GET', this.routes.status(uploadId));
      if (status.totalSize !== this.file.size) return false;
      this.uploadId = uploadId;
      this.noteReceived(status);
      return true;
    } catch (error) {
      if (error instanceof HttpError && ENDED.has(error.status)) return false;
      throw error;
    }
  }

  private async sendChunk(index: number): Promise<void> {
    let isRetry = false;
    let cuts = 0;
    const sendOnce = async () => {
      if (isRetry) await this.askWhatArrived();
      if (this.received.has(index)) return;
      isRetry = true;
      let hasMoved = false;
      try {
        await this.postChunk(index, () => (hasMoved = true));
      } catch (error) {
        if (hasMoved && error instanceof NetworkFailure && ++cuts === this.options.maxCuts) {
          throw new ChunkCutError({ cause: error });
        }
        throw error;
      }
      this.received.add(index);
    };
    await this.stage(UPLOAD_FAILURES.chunkFailed(index, this.total), () => this.retry(sendOnce));
  }

  private postChunk(index: number, onMoved: () => void): Promise<ChunkResponse> {
    const { send = sendBody, signal } = this.options;
    const chunk = this.file.slice(index * UPLOAD_CHUNK_BYTES, (index + 1) * UPLOAD_CHUNK_BYTES, RAW_CHUNK_TYPE);
    return send<ChunkResponse>(this.routes.chunk, chunk, {
      headers: { [CHUNK_HEADERS.uploadId]: this.uploadId, [CHUNK_HEADERS.chunkIndex]: String(index) },
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      stallMs: CHUNK_STALL_MS,
      onSent: (sentBytes, totalBytes) => {
        onMoved();
        this.reportChunks(sentBytes / totalBytes);
      },
    });
  }

  /** After a failure the chunk may have arrived all the same, only its response not. */
  private async askWhatArrived(): Promise<void> {
    const { signal } = this.options;
    this.noteReceived(
      await request<UploadStatusResponse>('GET', this.routes.status(this.uploadId), undefined, { signal }),
    );
  }

  private noteReceived(status: UploadStatusResponse): void {
    for (const index of status.receivedChunks) this.received.add(index);
  }

  private reportChunks(partOfNext = 0): void {
    const share = Math.min(this.total, this.received.size + partOfNext) / this.total;
    this.options.onProgress?.(Math.floor(share * UPLOAD_PROGRESS_CHUNKS_END));
  }

  private call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return this.retry(() => request<T>(method, path, body, { signal: this.options.signal }));
  }

  private retry<T>(run: () => Promise<T>): Promise<T> {
    const { retryDelaysMs: delaysMs, onTrouble: onWait, signal } = this.options;
    return withRetries(run, { delaysMs, onWait, signal });
  }

  private async stage<T>(message: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw toUploadError(error, message);
    }
  }
}

/** The session is not there any more: it was swept, or its file was lost. */
const ENDED = new Set([404, 410]);

/** Whether an upload failed because of that, so that it can only begin anew. */
function isLost(error: unknown): boolean {
  return error instanceof UploadError && (error.status === 410 || error.code === 'upload_not_found');
}

/** What is said about a file at the start of its upload session. */
interface FileDescription {
  filename: string;
  mimeType: string;
  /** What one kind of upload adds, such as the person a video belongs to. */
  fields?: Record<string, string>;
}

/** An empty file still takes one (empty) chunk. */
function chunkCount(file: Blob): number {
  return Math.max(1, Math.ceil(file.size / UPLOAD_CHUNK_BYTES));
}

/** Body of `start`. */
function startBody(file: Blob, { filename, mimeType, fields }: FileDescription): StartUploadRequest {
  return { filename, totalSize: file.size, totalChunks: chunkCount(file), mimeType, ...fields };
}

/** Upload sessions of the signed-in participant: recordings and photos. */
export const PARTICIPANT_UPLOADS: UploadRoutes = uploadPaths(UPLOADS_PATH);

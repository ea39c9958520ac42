import { HttpError, NetworkFailure } from './http-error.js';

/** Why an upload failed, by its stage. */
export const UPLOAD_FAILURES = {
  startFailed: 'Failed to start upload session',
  chunkFailed: (index: number, totalChunks: number) => `Failed to upload chunk ${index + 1}/${totalChunks}`,
  processFailed: 'Failed to process upload',
  network: 'Network error during upload',
  timeout: 'Upload timeout - file may be too large or connection too slow',
  failedWithStatus: (status: number) => `Upload failed with status ${status}`,
};

/** A failed upload. `message` is the text of the failed stage; `serverMessage` is what the server said, if it did. */
export class UploadError extends Error {
  readonly status: number | null;
  readonly serverMessage: string | null;
  readonly code: string | null;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'UploadError';
    this.status = cause instanceof HttpError ? cause.status : null;
    this.serverMessage = cause instanceof HttpError ? cause.serverMessage : null;
    this.code = cause instanceof HttpError ? cause.code : null;
  }
}

/** Names the failure of a stage: no connection and time-outs have their own texts, a refusal has that of its stage. */
export function toUploadError(error: unknown, stageMessage: string): unknown {
  if (error instanceof UploadError || isAbort(error)) return error;
  if (error instanceof NetworkFailure) return new UploadError(UPLOAD_FAILURES[error.reason], error);
  return new UploadError(stageMessage, error);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

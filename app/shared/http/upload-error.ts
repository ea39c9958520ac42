import { HttpError } from './http-error.js';
import { UPLOAD_MESSAGES } from './http.messages.js';
import { NetworkFailure } from './network-failure.js';

/** A failed upload. `message` is SPEC's text of the failed stage; `serverMessage` is what the server said, if it did. */
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
  if (error instanceof NetworkFailure) return new UploadError(UPLOAD_MESSAGES[error.reason], error);
  return new UploadError(stageMessage, error);
}

/** Whether the same request may succeed later: the network failed, or the server is briefly unable. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return PASSING_STATUSES.has(error.status);
  return error instanceof NetworkFailure;
}

/** A server that fails (500) or is full (507) would fail again: its person is told at once. */
const PASSING_STATUSES = new Set([408, 425, 429, 502, 503, 504]);

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

import type { Request } from 'express';
import { AppError } from '../../platform/http/app-error.js';

const CUT_CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The bytes of a request's body. Who stops reading early can still answer: the connection stays, the rest is dropped. */
export async function* requestBytes(request: Request): AsyncGenerator<Buffer, void> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw isCut(error) ? uploadCut() : error;
  } finally {
    request.resume();
  }
}

/** The client went away in the middle: nobody reads this answer, and it is no fault of ours to log. */
export function uploadCut(): AppError {
  return new AppError(400, 'upload_cut', 'The upload was cut off.');
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CUT_CODES.has(String(error.code));
}

import { HttpError, isTransient } from '../../shared/http/http-error.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { SomeoneElseError } from './save-errors.js';

/** What a failed save means for the next try. */
export interface SaveFailure {
  /** Nobody is signed in, or not this person. */
  isSignedOut: boolean;
  /** The upload session is sound: the next try only sends what is missing. */
  canResume: boolean;
}

export function describeSaveFailure(error: unknown): SaveFailure {
  const cause = error instanceof UploadError ? error.cause : error;
  const isSignedOut = cause instanceof SomeoneElseError || (cause instanceof HttpError && cause.status === 401);
  return { isSignedOut, canResume: isSignedOut || isTransient(cause) };
}

import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { PHOTO_MESSAGES as MESSAGES } from './admin.messages.js';

/** What is written in place of photos that could not be listed (SPEC 8). */
export function photosFailure(error: unknown): string {
  return MESSAGES.failed(reasonOf(error));
}

/** What is said of one picture that could not be loaded: the server's sentence when only a download is left. */
export function loadFailure(error: unknown): string {
  const isFinal = error instanceof HttpError && error.code === 'not_displayable';
  return (isFinal && error.serverMessage) || MESSAGES.loadFailedHint;
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return MESSAGES.refused(error.status, error.body);
  if (error instanceof NetworkFailure && error.reason === 'timeout') return MESSAGES.unanswered;
  return MESSAGES.unreachable;
}

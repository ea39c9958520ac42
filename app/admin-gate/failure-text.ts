import { HttpError } from '../shared/http/http-error.js';
import { UploadError } from '../shared/http/upload-error.js';

/** What is said of a failed call: the server's own sentence, the failed stage of an upload, or the generic text. */
export function failureText(error: unknown, generic: string): string {
  if (error instanceof HttpError) return error.serverMessage ?? generic;
  if (error instanceof UploadError) return error.serverMessage ?? error.message;
  return generic;
}

import { HttpError } from '../shared/http/http-error.js';
import { UploadError } from '../shared/http/upload-error.js';

const UNAUTHORIZED = 401;

/** Whether a call failed because no staff session is open, an upload's calls included. */
export function isSignedOut(error: unknown): boolean {
  return (error instanceof HttpError || error instanceof UploadError) && error.status === UNAUTHORIZED;
}

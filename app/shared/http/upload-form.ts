import { UPLOAD_PROGRESS_DONE, UPLOAD_TIMEOUT_MS } from '../../../api/contract/limits.js';
import { HttpError } from './http-error.js';
import { UPLOAD_MESSAGES } from './http.messages.js';
import { type SendForm, sendForm } from './send-form.js';
import { toUploadError } from './upload-error.js';

export interface UploadFormOptions {
  /** Percent of the form that has been sent; 100 once the server has answered. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  send?: SendForm;
}

/**
 * Sends one multipart form in a single request of at most 30 minutes and answers the parsed JSON.
 * Throws UploadError, or the signal's AbortError.
 */
export async function uploadForm<T>(path: string, form: FormData, options: UploadFormOptions = {}): Promise<T> {
  const { onProgress, signal, send = sendForm } = options;
  try {
    const answer = await send<T>(path, form, {
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      // 100 is kept for the answer: until then the server may still refuse the file.
      onSent: (sent, total) => onProgress?.(Math.floor((sent / total) * (UPLOAD_PROGRESS_DONE - 1))),
    });
    onProgress?.(UPLOAD_PROGRESS_DONE);
    return answer;
  } catch (error) {
    const status = error instanceof HttpError ? error.status : 0;
    throw toUploadError(error, UPLOAD_MESSAGES.failedWithStatus(status));
  }
}

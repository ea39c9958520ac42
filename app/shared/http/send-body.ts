import { UPLOAD_PROGRESS_DONE, UPLOAD_TIMEOUT_MS } from '../../../api/contract/common/screen-numbers.js';
import { HttpError, NetworkFailure } from './http-error.js';
import { readResponse } from './request.js';
import { ownerHeaders } from './session-owner.js';
import { toUploadError, UPLOAD_FAILURES } from './upload-error.js';

export interface UploadFormOptions {
  /** Percent of the form that has been sent; 100 once the server has answered. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  send?: SendBody;
}

/** Longer than of a chunk: the last megabytes of a form may still lie in the buffers of a slow line when all counts as sent. */
const FORM_STALL_MS = 120_000;

/**
 * Sends one multipart form in a single request of at most 30 minutes and returns the parsed JSON.
 * Throws UploadError, or the signal's AbortError.
 */
export async function uploadForm<T>(path: string, form: FormData, options: UploadFormOptions = {}): Promise<T> {
  const { onProgress, signal, send = sendBody } = options;
  try {
    const response = await send<T>(path, form, {
      signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      stallMs: FORM_STALL_MS,
      // 100 is kept for the response: until then the server may still refuse the file.
      onSent: (sent, total) => onProgress?.(Math.floor((sent / total) * (UPLOAD_PROGRESS_DONE - 1))),
    });
    onProgress?.(UPLOAD_PROGRESS_DONE);
    return response;
  } catch (error) {
    throw toUploadError(error, reasonOf(error));
  }
}

/** Of what was no response that we know, its own words. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && !(error instanceof HttpError)) return error.message;
  return UPLOAD_FAILURES.failedWithStatus(error instanceof HttpError ? error.status : 0);
}

/** How a body is sent. All times in milliseconds. */
interface SendBodyOptions {
  headers?: Record<string, string>;
  /** Told the bytes of the request body that have left, and their total. */
  onSent?: (sentBytes: number, totalBytes: number) => void;
  signal?: AbortSignal;
  /** Longest duration of the whole request. */
  timeoutMs?: number;
  /** Longest time in which nothing moves, for a connection that died without saying so. */
  stallMs?: number;
}

/** Sends one body by POST and returns the parsed JSON. Throws HttpError, NetworkFailure, or the signal's AbortError. */
export type SendBody = <T>(path: string, body: FormData | Blob, options?: SendBodyOptions) => Promise<T>;

/** Told by the window each time that a piece of a body has left. */
export const SENDING_EVENT = 'form-sending';

/** SendBody by XMLHttpRequest, the only browser API that tells how much of a body has been sent. */
export const sendBody: SendBody = <T>(path: string, body: FormData | Blob, options: SendBodyOptions = {}) => {
  const { headers = {}, onSent, signal, timeoutMs = 0, stallMs } = options;
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const expectMovement = () => {
      clearTimeout(stallTimer);
      if (stallMs) stallTimer = setTimeout(() => fail(new NetworkFailure('timeout')), stallMs);
    };
    const settle = () => {
      clearTimeout(stallTimer);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (reason: unknown) => {
      reject(reason);
      xhr.abort();
    };

    xhr.open('POST', path);
    for (const [name, value] of Object.entries({ ...ownerHeaders(), ...headers })) xhr.setRequestHeader(name, value);
    xhr.withCredentials = true;
    xhr.timeout = timeoutMs;
    xhr.upload.addEventListener('progress', (event) => {
      expectMovement();
      dispatchEvent(new Event(SENDING_EVENT));
      onSent?.(event.loaded, event.total);
    });
    xhr.addEventListener('load', () => {
      try {
        resolve(readResponse(xhr.status, xhr.statusText, xhr.responseText) as T);
      } catch (error) {
        reject(error);
      }
    });
    xhr.addEventListener('error', () => reject(new NetworkFailure('network')));
    xhr.addEventListener('timeout', () => reject(new NetworkFailure('timeout')));
    // An iPhone calls a line that was lost an abort, too, which nobody asked for.
    xhr.addEventListener('abort', () => reject(signal?.aborted ? signal.reason : new NetworkFailure('network')));
    xhr.addEventListener('loadend', settle);
    signal?.addEventListener('abort', abort);
    expectMovement();
    xhr.send(body);
  });
};

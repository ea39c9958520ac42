import {
  ADMIN_PHOTO_RETRIES,
  ADMIN_PHOTO_RETRY_MAX_DELAY_MS,
  ADMIN_PHOTO_TIMEOUT_MS,
} from '../../api/contract/screen-numbers.js';
import { NetworkFailure, isAway, isTransient } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';

/** Reads a path, and gives up after `timeoutMs`: with the NetworkFailure `timeout`, which is worth another try. */
export async function readInTime<T>(path: string, signal: AbortSignal, timeoutMs = ADMIN_PHOTO_TIMEOUT_MS): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await request<T>('GET', path, undefined, { signal: AbortSignal.any([signal, timeout]) });
  } catch (cause) {
    if (timeout.aborted && !signal.aborted) throw new NetworkFailure('timeout', { cause });
    throw cause;
  }
}

/**
 * How often and when photos are asked for again (SPEC 9), for a query: three times, later each time, and not when the
 * server has refused for good; one that is away is waited for. Nothing is kept in memory once it is off the screen.
 */
export const PHOTO_QUERY_OPTIONS = {
  retry: (failures: number, error: Error) => isAway(error) || (failures < ADMIN_PHOTO_RETRIES && isTransient(error)),
  retryDelay: (attempt: number) => Math.min(1_000 * 2 ** attempt, ADMIN_PHOTO_RETRY_MAX_DELAY_MS),
  gcTime: 0,
};

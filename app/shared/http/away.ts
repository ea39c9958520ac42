import { HttpError } from './http-error.js';

/** Waits between two tries, then the last again and again. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** The server is there, but what it needs is away for a moment (503), however the error was put into words since. */
export function isAway(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 503;
  return error instanceof Error && error.cause !== undefined && isAway(error.cause);
}

/** How reading waits: for as long as the server is away, and for no other failure. */
export const WHILE_AWAY = {
  retry: (_failures: number, error: Error) => isAway(error),
  retryDelay: (failures: number) => RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)]!,
};

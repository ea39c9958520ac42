import { browserLine, type Line } from './line.js';

/** Waits between tries, about a minute in all: long enough for a lift or a tunnel. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** Without a line it is tried this often all the same: the device may be wrong. */
const OFFLINE_DELAY_MS = 30_000;

export interface RetryOptions {
  delaysMs: readonly number[];
  isPassing: (error: unknown) => boolean;
  signal?: AbortSignal;
  /** Told before each wait. */
  onWait?: () => void;
  line?: Line;
}

/**
 * Runs until it succeeds, fails for good, or has no tries left; then throws the last failure. A try while the device
 * knows itself offline does not count, and a connection that comes back ends the wait.
 */
export async function withRetries<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delaysMs, isPassing, signal, onWait, line = browserLine } = options;
  let tries = 0;
  for (;;) {
    let delayMs: number | undefined = OFFLINE_DELAY_MS;
    try {
      return await run();
    } catch (error) {
      if (!line.isOffline()) delayMs = delaysMs[tries++];
      if (!isPassing(error) || delayMs === undefined) throw error;
    }
    onWait?.();
    await wait(delayMs, line, signal);
  }
}

function wait(delayMs: number, line: Line, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', giveUp);
      settle();
    };
    const goOn = end(resolve);
    const giveUp = end(() => reject(signal?.reason));
    const timer = setTimeout(goOn, delayMs);
    const stopListening = line.onBack(goOn);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

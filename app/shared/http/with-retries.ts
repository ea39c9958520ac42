import { isTransient as isTransientError } from './http-error.js';

/** Waits between tries, about a minute in all: long enough for a lift or a tunnel. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** Offline it is tried this often all the same: the device may be wrong. */
const OFFLINE_DELAY_MS = 30_000;

export interface RetryOptions {
  delaysMs?: readonly number[];
  isTransient?: (error: unknown) => boolean;
  signal?: AbortSignal;
  /** Told before each wait. */
  onWait?: () => void;
  connectivity?: Connectivity;
}

/**
 * Runs until it succeeds, fails for good, or has no tries left; then throws the last failure. A try while the device
 * knows itself offline does not count, and a connection that comes back ends the wait.
 */
export async function withRetries<T>(run: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const {
    delaysMs = DEFAULT_RETRY_DELAYS_MS,
    isTransient = isTransientError,
    signal,
    onWait,
    connectivity = browserConnectivity,
  } = options;
  let tries = 0;
  for (;;) {
    let delayMs: number | undefined = OFFLINE_DELAY_MS;
    try {
      return await run();
    } catch (error) {
      if (!connectivity.isOffline()) delayMs = delaysMs[tries++];
      if (!isTransient(error) || delayMs === undefined) throw error;
    }
    onWait?.();
    await wait(delayMs, connectivity, signal);
  }
}

/** Ends early when the connection is back; rejects when the signal aborts. */
export function wait(delayMs: number, connectivity = browserConnectivity, signal?: AbortSignal): Promise<void> {
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
    const stopListening = connectivity.onBack(goOn);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** What a device knows of its own connection. */
export interface Connectivity {
  isOffline: () => boolean;
  /** Calls once when the connection is back; what it returns stops listening. */
  onBack: (listener: () => void) => () => void;
}

/** What the browser knows. It may take a dead connection for a living one, hardly ever the other way round. */
const browserConnectivity: Connectivity = {
  isOffline: () => 'onLine' in navigator && !navigator.onLine,
  onBack: (listener) => {
    const stop = new AbortController();
    // Specs of what tries again run outside a browser, where nothing tells of the connection.
    globalThis.addEventListener?.('online', listener, { once: true, signal: stop.signal });
    return () => stop.abort();
  },
};

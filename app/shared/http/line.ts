/** What a device knows of its own connection. */
export interface Line {
  isOffline: () => boolean;
  /** Calls once when the connection is back; the answer stops listening. */
  onBack: (listener: () => void) => () => void;
}

/** The browser's own line. It may take a dead connection for a living one, hardly ever the other way round. */
export const browserLine: Line = {
  isOffline: () => 'onLine' in navigator && !navigator.onLine,
  onBack: (listener) => {
    const stop = new AbortController();
    // Specs of what tries again run outside a browser, where nothing tells of the line.
    globalThis.addEventListener?.('online', listener, { once: true, signal: stop.signal });
    return () => stop.abort();
  },
};

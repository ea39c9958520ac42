/** Tells when another page may have kept something else under this key: in another tab, or before Back led here again. */
export function onKeptElsewhere(key: string, tell: () => void): void {
  addEventListener('storage', (event) => {
    // Null: all of it was removed.
    if (event.key === key || event.key === null) tell();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tell();
  });
}

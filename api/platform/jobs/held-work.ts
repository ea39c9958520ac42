/** A server that says nothing for so long has lost what it was at. */
export const HELD_FOR_SECONDS = 15;
/** What takes the whole server with it is left alone after that. */
export const ATTEMPTS_MAX = 3;

/**
 * Does what no other server may begin meanwhile.
 * @param hold says for `HELD_FOR_SECONDS` that this server is still at it; once it may fail
 */
export async function whileHeld<T>(hold: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const holding = setInterval(() => void hold().catch(() => {}), (HELD_FOR_SECONDS * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(holding);
  }
}

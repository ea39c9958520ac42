import { SEARCH_API_TIMEOUT_MS, SEARCH_WHOLE_FILES_BYTES } from '../../api/contract/screen-numbers.js';

/** Reads parts of files that never change; whole ones, as long as they are small, where a server gives no parts. */
export function createRangeReader() {
  const whole = new Map<string, Promise<Uint8Array>>();
  let wholeBytes = 0;

  const readWhole = (address: string, response: Response): Promise<Uint8Array> => {
    const known = whole.get(address);
    const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
    if (known || !(wholeBytes + bytes <= SEARCH_WHOLE_FILES_BYTES)) {
      void response.body?.cancel();
      return known ?? Promise.reject(new Error(`${address}: no part of it can be read`));
    }
    wholeBytes += bytes;
    const read = response.arrayBuffer().then((buffer) => new Uint8Array(buffer));
    whole.set(address, read);
    read.catch(() => whole.delete(address));
    return read;
  };

  return async (address: string, from: number, to: number): Promise<Uint8Array> => {
    if (from === to) return new Uint8Array();
    const known = await whole.get(address);
    if (known) return known.subarray(from, to);
    const response = await fetch(address, {
      headers: { Range: `bytes=${from}-${to - 1}` },
      signal: AbortSignal.timeout(SEARCH_API_TIMEOUT_MS),
    });
    if (response.status === 200) return (await readWhole(address, response)).subarray(from, to);
    if (response.status !== 206) throw new Error(`${response.status}: ${address}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== to - from) throw new Error(`${address}: ${bytes.length} bytes came for ${to - from}`);
    return bytes;
  };
}

import { SEARCH_API_TIMEOUT_MS, SEARCH_WHOLE_FILES_BYTES } from '../../api/contract/common/screen-numbers.js';

/** Reads parts of files that never change; whole ones, as long as they are small, where a server gives no parts. */
export function createRangeReader() {
  const whole = new Map<string, Promise<Uint8Array>>();
  let wholeBytes = 0;

  const readWhole = async (address: string, body: ReadableStream<Uint8Array>): Promise<Uint8Array> => {
    const reader = body.getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
      wholeBytes += value.length;
      pieces.push(new Uint8Array(value));
      if (wholeBytes <= SEARCH_WHOLE_FILES_BYTES) continue;
      await reader.cancel();
      throw new Error(`${address}: no part of it can be read`);
    }
  };

  /** Of several answers with the whole file one is read. */
  const wholeOf = (address: string, { body }: Response): Promise<Uint8Array> => {
    const known = whole.get(address);
    if (known) {
      void body?.cancel();
      return known;
    }
    const read = body ? readWhole(address, body) : Promise.resolve(new Uint8Array());
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
    if (response.status === 200) return (await wholeOf(address, response)).subarray(from, to);
    if (response.status !== 206) throw new Error(`${response.status}: ${address}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== to - from) throw new Error(`${address}: ${bytes.length} bytes came for ${to - from}`);
    return bytes;
  };
}

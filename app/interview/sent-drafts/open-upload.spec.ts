import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendByFetch } from '../../testing/upload-test-server.js';
import { completeOpenUpload } from './open-upload.js';

/** After which this line is cut, again and again. */
const CUT_AFTER_BYTES = 200_000;

const RECORDED = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, index) => index % 251));

/** A server that has the beginning of a recording. `cut` says of each chunk whether its line ends before or after it came. */
async function startServer(
  cut: (chunk: Buffer) => 'before' | 'after' | 'late' | null,
  first = RECORDED.subarray(0, 1_000),
) {
  const received = [first];
  const ended: unknown[] = [];
  const status = () => ({
    uploadId: 'u1',
    isOpen: true,
    totalSize: Buffer.concat(received).length,
    totalChunks: received.length,
  });
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    if (request.url === '/process') ended.push(JSON.parse(body.toString()));
    if (request.url === '/chunk') {
      const isCut = cut(body);
      if (isCut === 'late') {
        // Another was on its way already, and is in its place.
        received.push(body.subarray(0, 5_000));
        return response.writeHead(409, { 'content-type': 'application/json' }).end('{"code":"chunk_differs"}');
      }
      if (isCut !== 'before') received.push(body);
      if (isCut) return response.destroy();
    }
    return response.end(JSON.stringify(status()));
  };
  const server = createServer((request, response) => void reply(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const routes = {
    start: `${origin}/start`,
    chunk: `${origin}/chunk`,
    process: () => `${origin}/process`,
    status: () => `${origin}/status`,
  };
  return {
    received,
    ended,
    complete: () =>
      completeOpenUpload('u1', new Blob([RECORDED]), { routes, send: sendByFetch, retryDelaysMs: [0, 0] }),
    [Symbol.dispose]: () => void server.close(),
  };
}

describe('a recording that was sent in part', () => {
  it('arrives whole on a line that is cut in the middle of every large chunk', async () => {
    let cuts = 0;
    using server = await startServer((chunk) => {
      if (chunk.length <= CUT_AFTER_BYTES) return null;
      cuts++;
      return 'before';
    });
    await server.complete();
    expect(Buffer.concat(server.received).equals(RECORDED)).toBe(true);
    expect(cuts).toBe(2);
  });

  it('is not sent a second time where a chunk arrived and its answer did not', async () => {
    let chunks = 0;
    using server = await startServer(() => (++chunks === 1 ? 'after' : null));
    expect(await server.complete()).not.toBeNull();
    expect(Buffer.concat(server.received).equals(RECORDED)).toBe(true);
    expect(chunks).toBe(1);
  });

  it('goes on after what was still on its way when the recording ended', async () => {
    let chunks = 0;
    using server = await startServer(() => (++chunks === 1 ? 'late' : null));
    expect(await server.complete()).not.toBeNull();
    expect(Buffer.concat(server.received).equals(RECORDED)).toBe(true);
    expect(server.received.map(({ length }) => length)).toEqual([1_000, 5_000, RECORDED.length - 6_000]);
  });

  it('is not declared whole where the server has more of it than there is', async () => {
    using server = await startServer(() => null, Buffer.alloc(RECORDED.length + 1));
    expect(await server.complete()).toBeNull();
    expect(server.ended).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHUNK_HEADERS } from '../../../api/contract/media/uploads.js';
import type { SendBody } from '../../shared/http/send-body.js';
import { PARTICIPANT_UPLOADS } from '../../shared/http/upload-file.js';
import { sendByFetch } from '../../testing/upload-test-server.js';
import { completeOpenUpload, type OpenUploadOptions, sendOpenChunk } from './open-upload.js';

/** After which this line is cut, again and again. */
const CUT_AFTER_BYTES = 200_000;

const RECORDED = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, index) => index % 251));

/**
 * A server that has the beginning of a recording. `cut` says of each chunk whether its line ends before or after it came,
 * or with which status it is refused.
 */
async function startServer(
  cut: (chunk: Buffer) => 'before' | 'after' | 'late' | number | null,
  first = RECORDED.subarray(0, 1_000),
) {
  const received = [first];
  const ended: unknown[] = [];
  const status = () => ({
    uploadId: 'u1',
    isOpen: ended.length === 0,
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
      if (typeof isCut === 'number') return response.writeHead(isCut).end();
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
    complete: (options: Partial<OpenUploadOptions> = {}) =>
      completeOpenUpload('u1', new Blob([RECORDED]), { routes, send: sendByFetch, retryDelaysMs: [0, 0], ...options }),
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

  it('is declared whole with all that the server has where there is only its beginning, once and again', async () => {
    using server = await startServer(() => null, Buffer.alloc(RECORDED.length + 1));
    expect(await server.complete({ isBeginning: true })).not.toBeNull();
    expect(await server.complete({ isBeginning: true })).not.toBeNull();
    const totals = { totalSize: RECORDED.length + 1, totalChunks: 1 };
    expect(server.ended).toEqual([totals, totals]);
  });

  it.each([404, 409, 410])('is to be sent from the start where the server takes no more of it: %i', async (status) => {
    using server = await startServer(() => status);
    expect(await server.complete()).toBeNull();
  });

  it('is not sent from the start where the server refuses it for another reason', async () => {
    using server = await startServer(() => 415);
    await expect(server.complete()).rejects.toMatchObject({ status: 415 });
  });
});

describe('a part of a recording', () => {
  it.each([
    [1.2345, { [CHUNK_HEADERS.recordedMs]: '1235' }],
    [null, {}],
  ])(
    'says where it belongs and up to when it was recorded, and is given up when nothing moves: %p',
    async (seconds, told) => {
      const sent: unknown[] = [];
      const send: SendBody = async <T>(...[path, body, options]: Parameters<SendBody>) => {
        sent.push([path, (body as Blob).size, options]);
        return {} as T;
      };
      const chunk = { uploadId: 'u1', index: 3, bytes: new Blob(['abc']), recordedSeconds: seconds };
      await sendOpenChunk(chunk, { routes: PARTICIPANT_UPLOADS, send });
      const headers = { [CHUNK_HEADERS.uploadId]: 'u1', [CHUNK_HEADERS.chunkIndex]: '3', ...told };
      expect(sent).toEqual([
        [PARTICIPANT_UPLOADS.chunk, 3, { headers, stallMs: expect.any(Number), signal: undefined }],
      ]);
    },
  );
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendByFetch } from '../../testing/upload-test-server.js';
import { completeOpenUpload } from './open-upload.js';

/** After which this line is cut, again and again. */
const CUT_AFTER_BYTES = 200_000;

describe('a recording that was sent in part', () => {
  it('arrives whole on a line that is cut in the middle of every large chunk', async () => {
    const recorded = Buffer.from(Uint8Array.from({ length: 900_000 }, (_, index) => index % 251));
    const received = [recorded.subarray(0, 1_000)];
    let cuts = 0;
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
      if (body.length > CUT_AFTER_BYTES) {
        cuts++;
        return response.destroy();
      }
      if (request.url === '/chunk') received.push(body);
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
    const retryDelaysMs = [0, 0];
    await completeOpenUpload('u1', new Blob([recorded]), { routes, send: sendByFetch, retryDelaysMs });
    expect(Buffer.concat(received).equals(recorded)).toBe(true);
    expect(cuts).toBe(2);
    server.close();
  });
});

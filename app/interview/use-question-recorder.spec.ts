import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { isServerFull } from './use-question-recorder.js';

describe('room for a recording', () => {
  let server: Server;
  let status: number;
  let path: string;
  beforeEach(async () => {
    server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('is missing only when the server says so', async () => {
    status = 507;
    expect(await isServerFull(path)).toBe(true);
    for (status of [204, 401, 500, 503]) expect(await isServerFull(path)).toBe(false);
  });

  it('is there when nobody answers: what is recorded is kept in the browser first', async () => {
    expect(await isServerFull('http://127.0.0.1:9/')).toBe(false);
  });

  it('is there when a server takes the call and says nothing: nobody who is ready to speak waits for it', async () => {
    const { timeout } = AbortSignal;
    const limits: number[] = [];
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return timeout.call(AbortSignal, 20);
    });
    server.removeAllListeners('request');
    expect(await isServerFull(path)).toBe(false);
    expect(limits).toEqual([3_000]);
  });
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from 'express';
import { garbageCollector } from '../../platform/memory/garbage-collector.js';
import { requestBytes } from './received-body.js';

const BODY = Buffer.alloc(3_000_000, 'a');
const MB = 1024 * 1024;

describe('bodies that arrive at once', () => {
  let server: http.Server;
  let underWay = 0;
  let piecesOfTurn = 0;
  let mostOfTurn = 0;
  const lengths: number[] = [];
  beforeAll(async () => {
    server = http.createServer(async (request, response) => {
      let length = 0;
      underWay++;
      for await (const piece of requestBytes(request as Request)) {
        length += piece.length;
        piecesOfTurn++;
        if (underWay > 1) mostOfTurn = Math.max(mostOfTurn, piecesOfTurn);
        setImmediate(() => (piecesOfTurn = 0));
      }
      underWay--;
      lengths.push(length);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    mostOfTurn = 0;
    lengths.length = 0;
  });

  it('take turns, so that nobody else waits for more than a piece or two of them', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await Promise.all(Array.from({ length: 6 }, () => fetch(url, { method: 'POST', body: BODY })));
    expect(lengths).toEqual(Array.from({ length: 6 }, () => BODY.length));
    // The turn itself and what counts it may fall into one round of the loop.
    expect(mostOfTurn).toBeLessThanOrEqual(2);
  });
});

describe('a long body', () => {
  it('leaves few of its pieces in memory once they have been read', async () => {
    let mostHeld = 0;
    const server = http.createServer(async (request, response) => {
      try {
        for await (const piece of requestBytes(request as Request)) {
          mostHeld = Math.max(mostHeld, process.memoryUsage().arrayBuffers - before, piece.length);
        }
        response.end();
      } catch (error) {
        response.destroy(error as Error);
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const block = Buffer.alloc(MB);
    const sent = http.request({ host: '127.0.0.1', port, method: 'POST' });
    const answered = once(sent, 'response');
    // What others left is gone from the count: the second collection ends the sweeping of the first.
    const collectGarbage = garbageCollector();
    collectGarbage();
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let sentBytes = 0; sentBytes < 96 * MB; sentBytes += MB) {
      if (!sent.write(block)) await once(sent, 'drain');
    }
    sent.end();
    const [response] = (await answered) as [http.IncomingMessage];
    response.resume();
    server.close();
    expect(mostHeld).toBeLessThan(24 * MB);
  });
});

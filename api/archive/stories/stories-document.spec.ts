import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { type JsonPieces, sendPieces } from './stories-document.js';

const FAULT = new Error('okapicanary');
const failing = (): JsonPieces =>
  (function* () {
    yield '[';
    throw FAULT;
  })();
const endless = (): JsonPieces =>
  (function* () {
    for (;;) yield '['.repeat(100_000);
  })();

describe('an answer in pieces', () => {
  let server: Server;
  let logged: unknown[];
  beforeEach(() => {
    logged = [];
    Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error: (line: unknown) => logged.push(line) });
  });
  afterEach(() => {
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal', 'verbose', 'debug']);
    server.close();
  });

  /** Asks for them. `sent` resolves once nothing more is sent. */
  async function ask(pieces: JsonPieces, isAfterLeaving = false) {
    let sent!: Promise<void>;
    const began = new Promise<void>((resolve) => {
      server = createServer((_, response) => {
        const isReady = isAfterLeaving ? once(response, 'close') : Promise.resolve();
        sent = isReady.then(() => sendPieces(response as Response, pieces));
        resolve();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    const answer = once(request, 'response').then(([response]) => response as IncomingMessage);
    answer.catch(() => undefined);
    await began;
    return { request, answer, sent };
  }

  it('is cut off by a fault of our own, which is logged', async () => {
    const { answer, sent } = await ask(failing());
    await expect((await answer).toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await sent;
    expect(logged).toEqual([FAULT]);
  });

  it.each([
    ['midway', false],
    ['before it begins', true],
  ])('is left %s by its reader, which nobody has to know', async (_, isBefore) => {
    const { request, answer, sent } = await ask(endless(), isBefore);
    if (!isBefore) await answer;
    request.destroy();
    await sent;
    expect(logged).toEqual([]);
  });
});

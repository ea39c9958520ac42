import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { until } from '../../testing/until.js';
import type { MediaFile } from './media-file.entity.js';
import { sendZip } from './zip-response.js';

const FILE = { bytes: 4, sha256: Buffer.alloc(32), createdAt: new Date() } as MediaFile;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks for a ZIP with one file, of `open`; `sent` tells how that ended. */
async function ask(open: () => Promise<Readable>, silenceMs?: number) {
  const sent = Promise.withResolvers<string>();
  const app = express();
  app.get('/', (_request, response) => {
    const entries = [{ name: 'a.webm', file: FILE }];
    sendZip(response, { downloadName: 'all.zip', entries, open, silenceMs }).then(
      () => sent.resolve('whole'),
      () => sent.resolve('cut off'),
    );
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  return { request, sent: sent.promise };
}

it('lets go of a file too that could be opened only after whoever asked had gone', async () => {
  const opening = Promise.withResolvers<Readable>();
  const asked = Promise.withResolvers<void>();
  const { request, sent } = await ask(() => {
    asked.resolve();
    return opening.promise;
  });
  await asked.promise;
  request.destroy();
  expect(await sent).toBe('cut off');
  const late = new Readable({ read: () => undefined });
  opening.resolve(late);
  await until(() => late.destroyed);
  expect(late.destroyed).toBe(true);
});

it('is cut off when nobody reads it, and lets go of what it sent', async () => {
  const source = new Readable({ read: () => void source.push(Buffer.alloc(64 * 1024)) });
  const { request, sent } = await ask(async () => source, 100);
  request.on('response', (response: IncomingMessage) => response.on('error', () => undefined).pause());
  expect(await sent).toBe('cut off');
  expect(source.destroyed).toBe(true);
});

async function* unreadable() {
  yield Buffer.from('ab');
  throw new Error('EIO: i/o error, read');
}

it('is cut off where a file cannot be read to its end, and ends nothing else', async () => {
  const { request, sent } = await ask(async () => Readable.from(unreadable(), { objectMode: false }));
  const received = new Promise<string>((resolve) => {
    request.on('response', (response: IncomingMessage) => {
      response.resume().on('end', () => resolve('whole'));
      response.on('error', () => resolve('cut off'));
    });
  });
  expect([await sent, await received]).toEqual(['cut off', 'cut off']);
});

import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import express from 'express';
import { serveStream } from './serve-stream.js';

it('has served whoever lets go midway, as a player that seeks does, and lets go of the file', async () => {
  const source = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(100_000);
    })(),
  );
  const served = Promise.withResolvers<void>();
  const app = express();
  app.get('/', (request, response) => {
    const file = { bytes: 1_000_000_000, mimeType: 'video/mp4', open: async () => source };
    serveStream(request, response, file).then(served.resolve, served.reject);
  });
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  response.destroy();
  server.close();
  await expect(served.promise).resolves.toBeUndefined();
  expect(source.destroyed).toBe(true);
});

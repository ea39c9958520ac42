import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import { until } from '../../testing/until.js';
import type { MediaFile } from './media-file.entity.js';
import { sendZip } from './zip-response.js';

const FILE = { bytes: 4, sha256: Buffer.alloc(32), createdAt: new Date() } as MediaFile;

it('lets go of a file too that could be opened only after whoever asked had gone', async () => {
  const opening = Promise.withResolvers<Readable>();
  const app = express();
  const sent = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const open = () => {
    asked.resolve();
    return opening.promise;
  };
  app.get('/', (_request, response) => {
    const entries = [{ name: 'a.webm', file: FILE }];
    sendZip(response, { downloadName: 'all.zip', entries, open }).then(
      () => sent.resolve('whole'),
      () => sent.resolve('cut off'),
    );
  });
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  await asked.promise;
  request.destroy();
  const outcome = await sent.promise;
  server.close();
  expect(outcome).toBe('cut off');
  const late = new Readable({ read: () => undefined });
  opening.resolve(late);
  await until(() => late.destroyed);
  expect(late.destroyed).toBe(true);
});

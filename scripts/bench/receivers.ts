import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';

// The peers of receiving, each in a process of its own: `node receivers.ts raw|tus PORT FOLDER`.

const [kind, port, folder = ''] = process.argv.slice(2);

const raw: http.RequestListener = async (request, response) => {
  const file = path.join(folder, 'raw');
  await pipeline(request, createWriteStream(file));
  await using handle = await open(file);
  await handle.sync();
  response.end();
};
const tus = new TusServer({ path: '/files', datastore: new FileStore({ directory: folder }) });

http
  .createServer((request, response) => void (kind === 'raw' ? raw(request, response) : tus.handle(request, response)))
  .listen(Number(port), '127.0.0.1', () => console.log('ready'));

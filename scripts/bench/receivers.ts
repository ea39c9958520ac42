import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';
import express from 'express';

// The peers of receiving, each in a process of its own: `node receivers.ts raw|tus|synced-tus|json PORT FOLDER`.

const [kind, port, folder = ''] = process.argv.slice(2);

const raw: http.RequestListener = async (request, response) => {
  const file = path.join(folder, randomUUID());
  await pipeline(request, createWriteStream(file));
  await using handle = await open(file);
  await handle.sync();
  response.end();
  await rm(file);
};
/** What our own answer promises: the bytes of a chunk are on the disk. */
class SyncedStore extends FileStore {
  override async write(...chunk: Parameters<FileStore['write']>): Promise<number> {
    const offset = await super.write(...chunk);
    await using handle = await open(path.join(this.directory, chunk[1]));
    await handle.sync();
    return offset;
  }
}

/** As most servers take a file within JSON: all of it read, parsed, decoded, written. */
const json = express();
json.use(express.json({ limit: '200mb' }));
json.post('/', async (request: express.Request<object, object, { videoData: string }>, response) => {
  const file = path.join(folder, randomUUID());
  const { videoData } = request.body;
  await using handle = await open(file, 'w');
  await handle.writeFile(Buffer.from(videoData.slice(videoData.indexOf(',') + 1), 'base64'));
  await handle.sync();
  response.end();
  await rm(file);
});

const datastore = new (kind === 'tus' ? FileStore : SyncedStore)({ directory: folder });
const tus = new TusServer({ path: '/files', datastore });

function receive(request: http.IncomingMessage, response: http.ServerResponse): void {
  if (kind === 'json') json(request, response);
  else if (kind === 'raw') raw(request, response);
  else void tus.handle(request, response);
}

http.createServer(receive).listen(Number(port), '127.0.0.1', () => console.log('ready'));

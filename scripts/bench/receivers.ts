import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';

// The peers of receiving, each in a process of its own: `node receivers.ts raw|tus|synced-tus PORT FOLDER`.

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

const datastore = new (kind === 'tus' ? FileStore : SyncedStore)({ directory: folder });
const tus = new TusServer({ path: '/files', datastore });

http
  .createServer((request, response) => void (kind === 'raw' ? raw(request, response) : tus.handle(request, response)))
  .listen(Number(port), '127.0.0.1', () => console.log('ready'));

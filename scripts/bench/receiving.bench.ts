import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { UPLOAD_CHUNK_BYTES } from '../../api/contract/common/limits.ts';
import { CHUNK_HEADERS, RAW_CHUNK_TYPE, type StartUploadResponse } from '../../api/contract/media/uploads.ts';
import { addParticipant } from './fill-archive.ts';
import { watchMemory } from './processes.ts';
import { freePort } from '../lib/free-port.mjs';
import { Product } from './product.ts';
import { megabytes, show } from './report.ts';
import { timed } from './timed.ts';

const TOTAL_BYTES = 500_000_000;
const TURNS = 3;
const AT_ONCE = 4;
/** What every reader takes for the head of an MP4, whose one box goes on to the end of the file. */
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08moov\0\0\0\0mdat', 'latin1');

const agent = new http.Agent({ keepAlive: true });
const chunkBytes = randomBytes(UPLOAD_CHUNK_BYTES);

/** A video of 500 MB, durable at each answer: our chunks beside one raw PUT and beside the tus protocol. */
export async function measureReceiving(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-receivers-'));
  const product = await Product.prepare();
  const raw = await startReceiver('raw', folder);
  const tus = await startReceiver('tus', folder);
  const syncedTus = await startReceiver('synced-tus', folder);
  try {
    const send = await prepareUpload(product);
    await send();
    const memory = watchMemory(product.pid);
    const before = memory.now();
    const times = { ours: [] as number[], raw: [] as number[], tus: [] as number[], syncedTus: [] as number[] };
    for (let turn = 0; turn < TURNS; turn++) {
      times.raw.push(await timed(() => putRaw(raw.url)));
      times.ours.push(await timed(send));
      times.tus.push(await timed(() => sendByTus(tus.url)));
      times.syncedTus.push(await timed(() => sendByTus(syncedTus.url)));
    }
    const added = memory.stop() - before;
    const ours = Math.min(...times.ours);
    for (const [name, peer, goal] of [
      ['one raw PUT with fsync', Math.min(...times.raw), 0.7],
      ['@tus/server and its file store', Math.min(...times.tus), 1.2],
      ['the same with an fsync a chunk, as ours', Math.min(...times.syncedTus), 1.2],
    ] as const) {
      show({
        what: `Receiving 500 MB in chunks, beside ${name} (best of ${TURNS})`,
        ours: rate(ours),
        peer: rate(peer),
        ratio: peer / ours,
        goal: { atLeast: goal },
      });
    }
    show({
      what: 'Memory that receiving adds, in MB',
      ours: megabytes(added),
      peer: 'none',
      ratio: added / 1e6,
      goal: { atMost: 80 },
    });
    await atOnce(product, send, raw.url);
  } finally {
    raw.stop();
    tus.stop();
    syncedTus.stop();
    agent.destroy();
    await product.dispose();
    await rm(folder, { recursive: true });
  }
}

/** Several such uploads side by side, beside as many raw ones. */
async function atOnce(product: Product, send: () => Promise<void>, rawUrl: string): Promise<void> {
  const together = (one: () => Promise<void>) => timed(() => Promise.all(Array.from({ length: AT_ONCE }, one)));
  const memory = watchMemory(product.pid);
  const before = memory.now();
  const times = { ours: [] as number[], raw: [] as number[] };
  for (let turn = 0; turn < TURNS; turn++) {
    times.raw.push(await together(() => putRaw(rawUrl)));
    times.ours.push(await together(send));
  }
  const added = memory.stop() - before;
  const [ours, peer] = [Math.min(...times.ours) / AT_ONCE, Math.min(...times.raw) / AT_ONCE];
  show({
    what: `Receiving ${AT_ONCE} of them at once, beside ${AT_ONCE} raw PUTs (best of ${TURNS})`,
    ours: rate(ours),
    peer: rate(peer),
    ratio: peer / ours,
    goal: { atLeast: 0.7 },
  });
  show({
    what: `Memory that receiving ${AT_ONCE} at once adds, in MB`,
    ours: megabytes(added),
    peer: 'none',
    ratio: added / 1e6,
    goal: { atMost: 80 },
  });
}

/** Returns what uploads one video as /admin3 does. */
async function prepareUpload(product: Product): Promise<() => Promise<void>> {
  const userId = await addParticipant(product);
  await product.start();
  const staff = await product.signInStaff();
  const totalChunks = Math.ceil(TOTAL_BYTES / UPLOAD_CHUNK_BYTES);
  const details = {
    filename: 'long.mp4',
    totalSize: TOTAL_BYTES,
    totalChunks,
    mimeType: 'video/mp4',
    userId,
    questionId: 1,
  };
  return async () => {
    const { uploadId } = await staff.send<StartUploadResponse>(
      'POST',
      '/api/admin/showcase-videos/start-upload',
      details,
    );
    for (const [index, chunk] of chunks().entries()) {
      const headers = {
        ...staff.headers,
        'content-type': RAW_CHUNK_TYPE,
        [CHUNK_HEADERS.uploadId]: uploadId,
        [CHUNK_HEADERS.chunkIndex]: index,
      };
      await request('POST', `${product.url}/api/admin/showcase-videos/chunk`, [chunk], headers);
    }
    const { id } = await staff.send<{ id: string }>('POST', `/api/admin/showcase-videos/process/${uploadId}`);
    await staff.send('DELETE', `/api/admin/showcase-videos/${id}`);
  };
}

/** The video's bytes, five megabytes at a time. */
function chunks(): Buffer[] {
  const count = Math.ceil(TOTAL_BYTES / UPLOAD_CHUNK_BYTES);
  const first = Buffer.concat([MP4_HEAD, chunkBytes.subarray(MP4_HEAD.length)]);
  return Array.from({ length: count }, (_, index) =>
    (index === 0 ? first : chunkBytes).subarray(
      0,
      Math.min(UPLOAD_CHUNK_BYTES, TOTAL_BYTES - index * UPLOAD_CHUNK_BYTES),
    ),
  );
}

async function putRaw(url: string): Promise<void> {
  await request('PUT', url, chunks());
}

async function sendByTus(url: string): Promise<void> {
  const version = { 'tus-resumable': '1.0.0' };
  const { headers } = await request('POST', `${url}/files`, [], { ...version, 'upload-length': String(TOTAL_BYTES) });
  let offset = 0;
  for (const chunk of chunks()) {
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    await request('PATCH', String(headers.location), [chunk], { ...version, ...type });
    offset += chunk.length;
  }
}

async function request(method: string, url: string, body: Buffer[], headers: http.OutgoingHttpHeaders = {}) {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const sent = http.request(url, { method, agent, headers: { ...headers, 'content-length': length } });
  const answered = once(sent, 'response') as Promise<[http.IncomingMessage]>;
  for (const piece of body) if (!sent.write(piece)) await once(sent, 'drain');
  sent.end();
  const [response] = await answered;
  const text = Buffer.concat(await response.toArray()).toString();
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${text}`);
  return response;
}

async function startReceiver(
  kind: 'raw' | 'tus' | 'synced-tus',
  folder: string,
): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const program = path.join(import.meta.dirname, 'receivers.ts');
  const child = spawn(process.execPath, [program, kind, String(port), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

const rate = (seconds: number) => `${Math.round(TOTAL_BYTES / 1e6 / seconds)} MB/s`;

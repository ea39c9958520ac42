import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { QUESTION_IDS } from '../../../api/contract/interview/steps.ts';
import { proportionalBytes, watchMemory } from '../../bench/processes.ts';
import { addStory, register, videoPath } from '../archive.ts';
import type { Product } from '../product.ts';
import { atMost, type Context, ifAlone, type Outcome, type Row } from '../row.ts';
import { randomWebm } from '../samples.ts';

const PAGE_READERS = path.resolve(import.meta.dirname, '../page-readers.ts');
const READERS = 4;
const LARGEST_BODY = 400_000_000;
const QUICK_BODY = 40_000_000;
/** Of a busy server; waiting for a body it would not answer at all. */
const ANSWERED_WITHIN_MS = 60_000;

/** Visitors read while others send all that is large, slow, unfinished or a bomb. */
export const crowd: Row = { number: 14, name: 'crowd', counts: { full: 60, quick: 4 }, shares: true, run };

async function run({ random, count: seconds, isQuick, running }: Context): Promise<Outcome> {
  const product = await running();
  const staff = await product.staff();
  const { address, video } = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  await staff.do('PUT', videoPath(video.id, '/approve'), { json: {} });
  const { person } = await register(product, random);
  const pages = ['/', '/stories', address, '/api/stories-overview'];
  await readFor(product, pages, 1);
  const before = watch(product);
  const alone = await readFor(product, pages, seconds);
  const aloneBytes = before.stop();
  const memory = watch(product);
  // Whole groups of three bytes: padding within would end the body there.
  const piece = randomWebm(random, 999_999).toString('base64');
  const load = new Load(product, person.cookie, piece, isQuick ? QUICK_BODY : LARGEST_BODY);
  const counts = isQuick
    ? { base64: 2, slow: 10, unfinished: 40, bombs: 20 }
    : { base64: 8, slow: 50, unfinished: 300, bombs: 300 };
  load.begin(counts);
  const among = await readFor(product, pages, seconds);
  const parsed = await load.bodiesReadOfNobody();
  load.end();
  // Nothing at all was not measured.
  const addedBytes = (memory.stop() || Number.NaN) - aloneBytes;
  return {
    tried: `${counts.base64} base64 bodies, ${counts.slow} slow uploads, ${counts.unfinished} unfinished bodies and ${counts.bombs} bombs beside ${READERS} readers for ${seconds} s; ${alone.answers} and ${among.answers} pages, p99 ${alone.p99.toFixed(0)} and ${among.p99.toFixed(0)} ms`,
    figures: [
      // The senders of this test work on the same processors: only a full run, on a quiet machine, tells the product's share.
      ifAlone(isQuick, 'p99 beside them, times that alone', among.p99 / alone.p99, 2, '×'),
      // A process that has just started has not yet the memory that it works in.
      atMost('memory added', addedBytes / 1e6, isQuick ? 400 : 150, 'MB'),
      atMost('pages that failed', alone.failed + among.failed),
      atMost('body bytes read before the session', parsed),
    ],
    notes: load.notes,
  };
}

/** PostgreSQL's processes share most of their memory, which is counted once; to ask for that takes some milliseconds. */
function watch({ pid }: Product) {
  return watchMemory(pid, { bytesOf: () => proportionalBytes([pid]), everyMs: 1_000 });
}

/** How readers of a process of their own were answered; the slowest of a hundred in milliseconds. */
async function readFor(product: Product, pages: string[], seconds: number) {
  const urls = pages.map((page) => product.url + page);
  const words = [PAGE_READERS, String(READERS), String(seconds), ...urls];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as { p99: number; failed: number; answers: number };
}

class Load {
  readonly notes: string[] = [];
  private readonly sockets = new Set<net.Socket>();
  private readonly product: Product;
  private readonly cookie: string;
  private readonly piece: string;
  private readonly bodyBytes: number;
  private isOver = false;

  constructor(product: Product, cookie: string, piece: string, bodyBytes: number) {
    this.product = product;
    this.cookie = cookie;
    this.piece = piece;
    this.bodyBytes = bodyBytes;
  }

  begin({
    base64,
    slow,
    unfinished,
    bombs,
  }: {
    base64: number;
    slow: number;
    unfinished: number;
    bombs: number;
  }): void {
    for (let index = 0; index < base64; index++) this.sendBase64(QUESTION_IDS[index % QUESTION_IDS.length]!);
    for (let index = 0; index < slow; index++) void this.sendSlowly();
    for (let index = 0; index < unfinished; index++)
      this.open('POST', '/api/register', 10_000, 'application/json').write('{"firstName":');
    for (let index = 0; index < bombs; index++) this.sendBomb();
  }

  end(): void {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** What the server takes of a large body whose sender it does not know. */
  async bodiesReadOfNobody(): Promise<number> {
    const socket = this.open('POST', '/api/videos/upload-cloud', this.bodyBytes, 'application/json', '');
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    // Nothing of the body is sent: whoever waits for it has not asked who it is first.
    const first = await Promise.race([answered, wait(ANSWERED_WITHIN_MS, null, { ref: false })]);
    const isRefused = first !== null && first[0].toString().startsWith('HTTP/1.1 401');
    if (!isRefused) this.notes.push('a body without a session is waited for');
    return isRefused ? 0 : 1;
  }

  private open(method: string, route: string, length: number, type: string, cookie = this.cookie): net.Socket {
    const socket = net.connect(this.product.port, '127.0.0.1');
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    const head = [
      `${method} ${route} HTTP/1.1`,
      'host: localhost',
      `content-type: ${type}`,
      `content-length: ${length}`,
    ];
    if (cookie) head.push(`cookie: ${cookie}`);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return socket;
  }

  private sendBase64(questionId: number): void {
    const start = `{"questionId":${questionId},"title":"Large","videoData":"data:video/webm;base64,`;
    const pieces = Math.floor(this.bodyBytes / this.piece.length);
    const length = start.length + pieces * this.piece.length + 2;
    const socket = this.open('POST', '/api/videos/upload-cloud', length, 'application/json');
    const { piece } = this;
    const body = function* () {
      yield start;
      for (let sent = 0; sent < pieces; sent++) yield piece;
      yield '"}';
    };
    Readable.from(body()).pipe(socket, { end: false });
  }

  private async sendSlowly(): Promise<void> {
    const socket = this.open('POST', '/api/uploads/chunk', 5_000_000, 'multipart/form-data; boundary=x');
    socket.write('--x\r\ncontent-disposition: form-data; name="chunk"; filename="blob"\r\n\r\n');
    while (!this.isOver && !socket.destroyed) {
      socket.write(Buffer.alloc(4_000));
      await wait(50);
    }
  }

  /** A kilobyte that says of itself that it is a megabyte. */
  private sendBomb(): void {
    const body = gzipSync(Buffer.alloc(1_000_000, '['));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length };
    const request = http.request({
      port: this.product.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/register',
      headers,
    });
    request.on('error', () => undefined);
    request.on('response', (response) => {
      response.resume();
      if ((response.statusCode ?? 500) >= 500) this.notes.push(`a bomb is ${response.statusCode}`);
    });
    request.end(body);
  }
}

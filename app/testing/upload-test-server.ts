import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHUNK_HEADERS, type StartUploadRequest } from '../../api/contract/media/uploads.js';
import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { readResponse } from '../shared/http/request.js';
import type { SendBody } from '../shared/http/send-body.js';
import type { UploadRoutes } from '../shared/http/upload-file.js';

type Trouble = 'cut before' | 'cut after' | 'unanswered' | number;

/** Speaks the chunk protocol over real HTTP and makes the trouble it is told to make. For specs only. */
export class UploadTestServer {
  readonly bytes = new Map<number, Buffer>();
  /** Named by the chunks that came. */
  readonly uploadIds = new Set<string>();
  readonly calls: string[] = [];
  /** Taken one per request of that kind; an absent one means no trouble. */
  readonly trouble: Record<'start' | 'chunk' | 'process' | 'status', (Trouble | undefined)[]> = {
    start: [],
    chunk: [],
    process: [],
    status: [],
  };
  /** Body of the last `start`. */
  started: StartUploadRequest | null = null;
  private readonly server: Server;
  private origin = '';

  constructor() {
    this.server = createServer((incoming, response) => {
      void this.answer(incoming).then(({ trouble, body }) => {
        if (trouble === 'cut before' || trouble === 'cut after') return response.destroy();
        if (trouble === 'unanswered') return undefined;
        if (typeof trouble === 'number') response.statusCode = trouble;
        return response.end(JSON.stringify(typeof trouble === 'number' ? { message: 'Refused', code: 'x' } : body));
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get routes(): UploadRoutes {
    return {
      start: `${this.origin}/start`,
      chunk: `${this.origin}/chunk`,
      process: (uploadId) => `${this.origin}/process/${uploadId}`,
      status: (uploadId) => `${this.origin}/status/${uploadId}`,
    };
  }

  /** A file of `size` bytes, whose session had already received these chunks. */
  resumeWith(started: StartUploadRequest, chunks: [number, Buffer][]): void {
    this.started = started;
    for (const [index, chunk] of chunks) this.bytes.set(index, chunk);
  }

  assembled(): Buffer {
    return Buffer.concat([...this.bytes].toSorted(([a], [b]) => a - b).map(([, chunk]) => chunk));
  }

  private async answer(incoming: IncomingMessage) {
    const kind = (incoming.url ?? '').split('/')[1] as keyof typeof this.trouble;
    this.calls.push(kind);
    const body = await readBody(incoming);
    const trouble = this.trouble[kind].shift();
    if (trouble === 'cut before' || typeof trouble === 'number') return { trouble, body: null };
    if (kind === 'chunk') this.receive(incoming.headers, await body.arrayBuffer());
    if (kind === 'start') this.started = (await body.json()) as StartUploadRequest;
    return { trouble, body: { uploadId: 'u1', ...this.status() } };
  }

  private receive(headers: IncomingHttpHeaders, bytes: ArrayBuffer): void {
    this.bytes.set(Number(headers[CHUNK_HEADERS.chunkIndex.toLowerCase()]), Buffer.from(bytes));
    this.uploadIds.add(headers[CHUNK_HEADERS.uploadId.toLowerCase()] as string);
  }

  private status() {
    const { totalChunks = 0, totalSize = 0 } = this.started ?? {};
    const receivedChunks = [...this.bytes.keys()].toSorted((a, b) => a - b);
    return { totalChunks, totalSize, receivedChunks, readyForProcessing: receivedChunks.length === totalChunks };
  }
}

/** SendBody by fetch, for Node, which has no XMLHttpRequest. Reports half of the bytes, then all of them. */
export const sendByFetch: SendBody = async <T>(
  path: string,
  body: FormData | Blob,
  options: Parameters<SendBody>[2] = {},
) => {
  // Node's fetch throws out of turn when it is given a body and a signal that has already fired.
  options.signal?.throwIfAborted();
  options.onSent?.(1, 2);
  try {
    const response = await fetch(path, { method: 'POST', headers: options.headers, body, signal: options.signal });
    options.onSent?.(2, 2);
    return readResponse(response.status, response.statusText, await response.text()) as T;
  } catch (cause) {
    if (cause instanceof HttpError || options.signal?.aborted) throw cause;
    throw new NetworkFailure('network', { cause });
  }
};

async function readBody(incoming: IncomingMessage): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of incoming) parts.push(part as Uint8Array<ArrayBuffer>);
  const headers = { 'Content-Type': incoming.headers['content-type'] ?? '' };
  return new Response(new Blob(parts), { headers });
}

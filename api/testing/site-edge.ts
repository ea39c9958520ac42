import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { S3Bucket } from '../media/store/s3-bucket.js';

/** What stands between a product and its visitors, and keeps what it has delivered until it is told otherwise. */
export class TestEdge {
  readonly bucket: S3Bucket;
  /** Addresses that it was told to forget. */
  readonly purged: string[] = [];
  /** How long it takes to forget. */
  forgetsAfterMs = 0;
  /** Whether it delivers the first half of what it has alone. */
  isCutting = false;
  private readonly kept = new Map<string, { status: number; body: Buffer }>();
  private readonly server: Server;

  constructor(...place: ConstructorParameters<typeof S3Bucket>) {
    this.bucket = new S3Bucket(...place);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return urlOf(this.server);
  }

  async get(address: string): Promise<{ status: number; text: string }> {
    const response = await fetch(this.url + encodeURI(address));
    return { status: response.status, text: await response.text() };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const { files } = (await json(request)) as { files: string[] };
      setTimeout(() => {
        for (const file of files) this.kept.delete(new URL(file).pathname);
        this.purged.push(...files);
      }, this.forgetsAfterMs);
      response.writeHead(request.headers.authorization === 'Bearer a token' ? 200 : 401).end();
      return;
    }
    const { pathname } = new URL(request.url!, this.url);
    const found = this.kept.get(pathname) ?? (await this.fetch(pathname));
    this.kept.set(pathname, found);
    const body = this.isCutting ? found.body.subarray(0, found.body.length / 2) : found.body;
    response.writeHead(found.status, { 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private async fetch(pathname: string): Promise<{ status: number; body: Buffer }> {
    const key = pathname === '/' ? 'index.html' : decodeURIComponent(pathname.slice(1));
    try {
      return { status: 200, body: await buffer(await this.bucket.open(key)) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { status: 404, body: Buffer.from('Page Not Found') };
    }
  }
}

/** How a bucket fails. */
export type BucketFault = 'refusing' | 'slow' | 'cutting' | 'hanging';

/** A bucket that can fail, in front of one that does not. */
export class FailingBucket {
  fault: BucketFault | null = null;
  slowMs = 200;
  /** How many changes it takes before that. */
  changesBefore = 0;
  /** What it was asked to put and to remove, in that order, each with the paths of what was under way at that moment. */
  readonly changes: { method: string; path: string; beside: string[] }[] = [];
  private readonly underWay = new Set<string>();
  private readonly server: Server;

  constructor(private readonly endpoint: string) {
    this.server = createServer((request, response) => this.serve(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** Whatever is on its way comes to nothing. */
  cutAll(): void {
    this.server.closeAllConnections();
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    if (isChange) this.noteChange(request, response);
    const fault = isChange && this.changesBefore-- > 0 ? null : this.fault;
    if (fault === 'hanging') return;
    if (fault === 'refusing') {
      request.resume();
      response.writeHead(503, { 'Content-Type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
      return;
    }
    setTimeout(() => this.forward(request, response, fault === 'cutting'), fault === 'slow' ? this.slowMs : 0);
  }

  private noteChange({ method, url }: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(url!.split('?')[0]!);
    this.changes.push({ method: method!, path, beside: [...this.underWay] });
    this.underWay.add(path);
    response.on('close', () => this.underWay.delete(path));
  }

  private forward(request: IncomingMessage, response: ServerResponse, isCutting: boolean): void {
    const { method, headers, url } = request;
    const onward = send(new URL(url!, this.endpoint), { method, headers }, (answer) => {
      answer.on('error', () => response.destroy());
      if (isCutting) {
        answer.resume();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../lib/root.mjs';
import type { S3Access } from '../../api/platform/config/s3-place.ts';

type BucketModule = typeof import('../../api/media/store/s3-bucket.ts');
type S3Bucket = InstanceType<BucketModule['S3Bucket']>;

/** Delivers a bucket to visitors, as a CDN that keeps nothing. */
export class PublicBucket {
  private readonly server: Server;
  private readonly bucket: S3Bucket;

  private constructor(bucket: S3Bucket) {
    this.bucket = bucket;
    this.server = createServer(
      (request, response) => void this.serve(new URL(request.url!, this.url).pathname, response),
    );
  }

  static async start(bucket: string, prefix: string, access: S3Access): Promise<PublicBucket> {
    const built = path.join(ROOT, 'dist/api/media/store/s3-bucket.js');
    const { S3Bucket } = (await import(pathToFileURL(built).href)) as BucketModule;
    const shown = new PublicBucket(new S3Bucket({ bucket, prefix }, access));
    await once(shown.server.listen(0, '127.0.0.1'), 'listening');
    return shown;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(pathname: string, response: ServerResponse): Promise<void> {
    const key = pathname === '/' ? 'index.html' : decodeURIComponent(pathname.slice(1));
    try {
      const body = await buffer(await this.bucket.open(key));
      response.writeHead(200, { 'Content-Length': body.length }).end(body);
    } catch (error) {
      response.writeHead((error as NodeJS.ErrnoException).code === 'ENOENT' ? 404 : 503).end();
    }
  }
}

/** A line to a server that is away at times. */
export class CutLine {
  private readonly sockets = new Set<net.Socket>();
  private readonly server: net.Server;
  private isCut = false;

  private constructor(target: URL) {
    this.server = net.createServer((near) => {
      if (this.isCut) {
        near.destroy();
        return;
      }
      const far = net.connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          this.sockets.delete(socket);
        });
      }
      near.pipe(far).pipe(near);
    });
  }

  static async to(target: string): Promise<CutLine> {
    const line = new CutLine(new URL(target));
    await once(line.server.listen(0, '127.0.0.1'), 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

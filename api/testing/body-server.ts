import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Controller, Inject, Post, Req } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request } from 'express';
import supertest from 'supertest';
import { Audience } from '../platform/http/audience.decorator.js';
import { HttpModule } from '../platform/http/http.module.js';
import { StreamedBody } from '../platform/http/streamed-body.js';
import { readDataUrlBody } from '../media/uploads/data-url-body.js';
import { readMultipartBody, temporaryFiles } from '../media/uploads/multipart-body.js';
import type { ReceivedBody } from '../media/uploads/received-body.js';

const MAX_BYTES = 100 * 1024 * 1024;
const FOLDER = Symbol('folder');

/** Reads the file of a body and returns what arrived; `?limit=` bounds its bytes. */
@Controller()
@Audience('public')
class BodyController {
  constructor(@Inject(FOLDER) private readonly folder: string) {}

  @Post('data-url')
  @StreamedBody()
  async dataUrl(@Req() request: Request) {
    await using body = await readDataUrlBody(request, {
      store: temporaryFiles(this.folder),
      field: 'file',
      limit: limitOf(request),
      receive: (work) => work(),
    });
    return await describeBody(body);
  }

  @Post('multipart')
  @StreamedBody()
  async multipart(@Req() request: Request) {
    const store = temporaryFiles(this.folder);
    await using body = await readMultipartBody(request, { store, field: 'file', limit: limitOf(request) });
    return await describeBody(body);
  }
}

function limitOf(request: Request) {
  return { bytes: Number(request.query.limit ?? MAX_BYTES), message: 'Too large for us.' };
}

async function describeBody({ fields, file }: ReceivedBody) {
  if (!file) return { fields, file };
  const { bytes, sha256, filename, mimeType } = file;
  const onDisk = (await stat(file.path)).size;
  return { fields, file: { bytes, onDisk, sha256: sha256.toString('hex'), filename, mimeType } };
}

/** What the server answers of a file that arrived whole. */
export function described(bytes: Buffer, claimed: { filename: string; mimeType: string }) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes: bytes.length, onDisk: bytes.length, sha256, ...claimed };
}

/** A server of nothing but the two kinds of body that carry a file. */
export class BodyServer {
  readonly client: ReturnType<typeof supertest>;
  /** How many connections were made to it. */
  connections = 0;

  private constructor(
    private readonly app: NestExpressApplication,
    private readonly root: string,
    private readonly folder: string,
  ) {
    const server = app.getHttpServer();
    this.client = supertest(server);
    server.on('connection', () => this.connections++);
  }

  static async start(): Promise<BodyServer> {
    const root = await mkdtemp(path.join(os.tmpdir(), 'bodies-'));
    const folder = path.join(root, 'made', 'when', 'missing');
    const providers = [{ provide: FOLDER, useValue: folder }];
    const definition = { imports: [HttpModule], controllers: [BodyController], providers };
    const testing = await Test.createTestingModule(definition).compile();
    const app = testing.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
    await app.listen(0, '127.0.0.1');
    return new BodyServer(app, root, folder);
  }

  /** Nothing can be written from now on. */
  blockFolder(): Promise<void> {
    return writeFile(path.join(this.root, 'made'), '');
  }

  /** A request whose body is still to be written. */
  open(target: string, headers: http.OutgoingHttpHeaders): http.ClientRequest {
    const { port } = this.app.getHttpServer().address() as AddressInfo;
    return http.request({ port, host: '127.0.0.1', method: 'POST', path: target, headers });
  }

  filesLeft(): Promise<string[]> {
    return readdir(this.folder).catch(() => []);
  }

  /** Whether there has ever been a file: their folder is made with the first. */
  async hasWritten(): Promise<boolean> {
    return (await stat(this.folder).catch(() => null)) !== null;
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.root, { recursive: true });
  }
}

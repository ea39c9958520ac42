import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { StoriesService } from './stories.service.js';

const brotli = promisify(brotliCompress);
/** Higher ones cost seconds on a large archive, for a few per cent. */
const BROTLI_QUALITY = 4;

interface JsonDocument {
  /** Strong, without its quotes. */
  etag: string;
  json: Buffer;
  /** Made when the first client asks for it. */
  brotli(): Promise<Buffer>;
}

/** The whole of the stories as JSON, made anew only when they have changed: it runs into megabytes. */
@Injectable()
export class StoriesDocument {
  private made: { fingerprint: string; document: JsonDocument } | null = null;
  private readonly checks = new SingleFlight(() => this.check());

  constructor(
    private readonly stories: StoriesService,
    private readonly replica: ReadReplica,
  ) {}

  /** Sends what is up to date with every change committed before this call. */
  async send(request: Request, response: Response): Promise<void> {
    await sendDocument(request, response, await this.checks.request());
  }

  private async check(): Promise<JsonDocument> {
    // All from one place: what is read must not be older than what it is remembered by.
    return this.replica.read(async (from) => {
      const fingerprint = await this.stories.fingerprint(from);
      if (this.made?.fingerprint === fingerprint) return this.made.document;
      const document = toDocument(await this.stories.listAll(from));
      // What was approved in between and is taken back later leaves the same fingerprint as before both.
      if ((await this.stories.fingerprint(from)) === fingerprint) this.made = { fingerprint, document };
      return document;
    });
  }
}

function toDocument(value: unknown): JsonDocument {
  const json = Buffer.from(JSON.stringify(value));
  const etag = createHash('sha256').update(json).digest('base64url');
  let compressed: Promise<Buffer> | undefined;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { etag, json, brotli: () => (compressed ??= brotli(json, { params })) };
}

/** Sends the document, or 304 to who has it already. */
async function sendDocument(request: Request, response: Response, document: JsonDocument): Promise<void> {
  const isBrotli = request.acceptsEncodings('br') !== false;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', `"${document.etag}${isBrotli ? '-br' : ''}"`);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const body = isBrotli ? await document.brotli() : document.json;
  if (isBrotli) response.setHeader('Content-Encoding', 'br');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

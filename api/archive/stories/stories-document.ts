import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { StoriesService } from './stories.service.js';

const brotli = promisify(brotliCompress);
/** Higher ones cost seconds on a large archive, for a few per cent. */
const BROTLI_QUALITY = 4;

/** An answer that is ready to be sent. */
export interface JsonDocument {
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

  constructor(private readonly stories: StoriesService) {}

  /** Up to date with every change committed before this call. */
  current(): Promise<JsonDocument> {
    return this.checks.request();
  }

  private async check(): Promise<JsonDocument> {
    const fingerprint = await this.stories.fingerprint();
    if (this.made?.fingerprint !== fingerprint) {
      this.made = { fingerprint, document: toDocument(await this.stories.listAll()) };
    }
    return this.made.document;
  }
}

function toDocument(value: unknown): JsonDocument {
  const json = Buffer.from(JSON.stringify(value));
  const etag = createHash('sha256').update(json).digest('base64url');
  let compressed: Promise<Buffer> | undefined;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { etag, json, brotli: () => (compressed ??= brotli(json, { params })) };
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StoryOverviewItem, StoryVideo } from '../../contract/stories/stories.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import type { ShownVideo } from './shown-video.js';
import { StoriesService } from './stories.service.js';
import { toStoryOverviewItems } from './to-story.js';

/** Higher ones cost seconds on a large archive, for a few per cent. */
const BROTLI_QUALITY = 4;
/** The smaller first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: () => createGzip(),
} satisfies Record<Encoding, () => NodeJS.ReadWriteStream>;
/** How a pipeline tells that the reader left: midway, or before it began. */
const LEFT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
const JSON_TYPE = 'application/json; charset=utf-8';
const logger = new Logger('Stories');

/** An answer in JSON, piece by piece. */
export type JsonPieces = Iterable<Buffer | string>;

interface JsonDocument {
  /** Strong, without its quotes. */
  etag: string;
  /** Some stories each, one block after the other: made in one piece it would be in memory three times for a while. */
  blocks: Buffer[];
  stories: StoryPieces[];
  /** Made when the first client asks for it. */
  compressed(encoding: Encoding): Promise<Buffer>;
}

/** Where one story stands in the document. */
interface StoryPieces {
  /** JSON of it with no video yet, open at its end. */
  head: string;
  videos: VideoPiece[];
  /** What its pieces are counted in. */
  block: Buffer;
}

interface VideoPiece {
  id: string;
  revision: number;
  start: number;
  end: number;
}

/** An answer as the document has it. */
export interface PickableVideo {
  id: string;
  revision: number;
  read: () => StoryVideo;
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

  /** Those stories that have such an answer, with those answers alone; up to date as above. */
  async pick(isWanted: (video: PickableVideo) => boolean): Promise<JsonPieces> {
    return piecesOf(await this.checks.request(), isWanted);
  }

  private async check(): Promise<JsonDocument> {
    // What was approved in between and is taken back later would leave the same fingerprint as before both.
    return this.replica.readMoment(async (from) => {
      const fingerprint = await this.stories.fingerprint(from);
      if (this.made?.fingerprint !== fingerprint) {
        this.made = { fingerprint, document: await toDocument(this.stories.listAll(from)) };
      }
      return this.made.document;
    });
  }
}

async function toDocument(shown: AsyncIterable<ShownVideo[]>): Promise<JsonDocument> {
  const stories: StoryPieces[] = [];
  const blocks: Buffer[] = [Buffer.from('[')];
  for await (const rows of shown) {
    const block = toBlock(rows, stories.length === 0 ? '' : ',');
    stories.push(...block.stories);
    blocks.push(block.json);
  }
  blocks.push(Buffer.from(']'));
  const hash = createHash('sha256');
  for (const block of blocks) hash.update(block);
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  const compressed = (encoding: Encoding) =>
    (made[encoding] ??= compress(blocks, encoding).catch((error: unknown) => {
      // What failed once may go well the next time.
      delete made[encoding];
      throw error;
    }));
  return { etag: hash.digest('base64url'), blocks, stories, compressed };
}

/** @param before what stands before its first story */
function toBlock(rows: ShownVideo[], before: string): { json: Buffer; stories: StoryPieces[] } {
  const revisions = new Map(rows.map(({ videoId, revision }) => [videoId, revision]));
  const texts: string[] = [];
  let length = 0;
  const add = (text: string) => {
    texts.push(text);
    const start = length;
    length += Buffer.byteLength(text);
    return { start, end: length };
  };
  const stories = toStoryOverviewItems(rows).map(({ videos, ...story }, nth) => {
    add((nth === 0 ? before : ',') + headOf(story));
    const pieces = videos.map((video, index) => {
      if (index > 0) add(',');
      return { id: video.id, revision: revisions.get(video.id)!, ...add(JSON.stringify(video)) };
    });
    add(']}');
    return { head: headOf({ ...story, overviewVideo: null }), videos: pieces };
  });
  const json = Buffer.from(texts.join(''));
  return { json, stories: stories.map((story) => ({ ...story, block: json })) };
}

async function compress(blocks: Buffer[], encoding: Encoding): Promise<Buffer> {
  const compressor = COMPRESSORS[encoding]();
  const [compressed] = await Promise.all([buffer(compressor), pipeline(Readable.from(blocks), compressor)]);
  return compressed;
}

function headOf(story: Omit<StoryOverviewItem, 'videos'>): string {
  return `${JSON.stringify(story).slice(0, -1)},"videos":[`;
}

/** Nothing is written anew: however many read, slowly, the document is there once. */
function* piecesOf({ stories }: JsonDocument, isWanted: (video: PickableVideo) => boolean): JsonPieces {
  let before = '[';
  for (const { head, videos, block } of stories) {
    const wanted = videos.filter(({ id, revision, start, end }) =>
      isWanted({ id, revision, read: () => JSON.parse(block.toString('utf8', start, end)) as StoryVideo }),
    );
    for (const [index, { start, end }] of wanted.entries()) {
      yield index === 0 ? before + head : ',';
      yield block.subarray(start, end);
    }
    if (wanted.length === 0) continue;
    yield ']}';
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Sends an answer as fast as its reader takes it. What fails is cut off: whoever reads it sees that it is not whole. */
export async function sendPieces(response: Response, pieces: JsonPieces): Promise<void> {
  response.setHeader('Content-Type', JSON_TYPE);
  await pipeline(Readable.from(pieces), response).catch((error: NodeJS.ErrnoException) => {
    if (!LEFT_CODES.has(error.code ?? '')) logger.error(error);
  });
}

/** Sends the document, or 304 to who has it already. */
async function sendDocument(request: Request, response: Response, document: JsonDocument): Promise<void> {
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one) !== false);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', `"${document.etag}${encoding ? `-${encoding}` : ''}"`);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const body = encoding ? [await document.compressed(encoding)] : document.blocks;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader(
    'Content-Length',
    body.reduce((sum, { length }) => sum + length, 0),
  );
  await sendPieces(response, body);
}

import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { resolveMediaKey } from './media-key.js';
import { type ByteRange, MediaStore, type StoredBytes } from './media-store.js';
import { type S3Access, type S3Place } from '../../platform/config/s3-place.js';
import type { FinishedFile } from './temporary-file.js';

/** All parts but the last are of this size. Ten thousand of them are allowed, and five megabytes at least. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one file that are on their way, and in memory, at once. */
const PARTS_AT_ONCE = 2;

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte. */
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;

/** Keeps media as private objects of a bucket. */
export class S3MediaStore extends MediaStore {
  private readonly client: S3Client;
  private isVersioned: Promise<boolean> | null = null;

  constructor(
    private readonly place: S3Place,
    access: S3Access,
  ) {
    super();
    this.client = new S3Client(clientConfig(access));
  }

  async put(key: string, source: Readable | FinishedFile): Promise<StoredBytes> {
    const object = this.object(key);
    const sent: StoredBytes = { bytes: 0, sha256: Buffer.alloc(0) };
    const body = Readable.from(measured(source, sent), { objectMode: false });
    const upload = new Upload({
      client: this.client,
      params: { ...object, Body: body, ChecksumAlgorithm: 'SHA256' },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    await withSystemCode(upload.done()).catch((error: unknown) => {
      // Where giving up what has gone fails as well, what it failed for counts.
      throw body.errored ?? error;
    });
    const { ContentLength } = await withSystemCode(this.client.send(new HeadObjectCommand(object)));
    if (ContentLength !== sent.bytes) throw new Error(`${key}: of ${sent.bytes} bytes the store has ${ContentLength}.`);
    return sent;
  }

  async openRange(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await withSystemCode(this.client.send(new GetObjectCommand({ ...this.object(key), Range })));
    return Body as Readable;
  }

  localPath(key: string): null {
    this.object(key);
    return null;
  }

  async remove(key: string): Promise<void> {
    const object = this.object(key);
    if (!(await this.keepsVersions())) {
      await withSystemCode(this.client.send(new DeleteObjectCommand(object)));
      return;
    }
    // Removing alone would hide the bytes, and keep them.
    for await (const { VersionId } of this.versionsOf(object)) {
      await withSystemCode(this.client.send(new DeleteObjectCommand({ ...object, VersionId })));
    }
  }

  async listKeys(): Promise<string[]> {
    const { bucket, prefix } = this.place;
    const keys: string[] = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key } of page.Contents ?? []) keys.push(Key!.slice(prefix.length));
    }
    return keys;
  }

  async sweepUnfinished(time: Date): Promise<void> {
    for await (const { Key, UploadId, Initiated } of this.unfinishedUploads()) {
      if (Initiated! >= time) continue;
      await withSystemCode(
        this.client.send(new AbortMultipartUploadCommand({ Bucket: this.place.bucket, Key, UploadId })),
      );
    }
  }

  private async *versionsOf({ Bucket, Key: Prefix }: { Bucket: string; Key: string }) {
    let page: Partial<ListObjectVersionsCommandOutput> = {};
    do {
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
      const command = new ListObjectVersionsCommand({ Bucket, Prefix, KeyMarker, VersionIdMarker });
      page = await withSystemCode(this.client.send(command));
      const { Versions = [], DeleteMarkers = [] } = page;
      yield* [...Versions, ...DeleteMarkers].filter(({ Key }) => Key === Prefix);
    } while (page.IsTruncated);
  }

  private async *unfinishedUploads() {
    const request = { Bucket: this.place.bucket, Prefix: this.place.prefix };
    let page: Partial<ListMultipartUploadsCommandOutput> = {};
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      const command = new ListMultipartUploadsCommand({ ...request, KeyMarker, UploadIdMarker });
      page = await withSystemCode(this.client.send(command).catch(orWhereUnknown({})));
      yield* page.Uploads ?? [];
    } while (page.IsTruncated);
  }

  /** Asked once: a bucket that ever kept versions goes on to have them. */
  private keepsVersions(): Promise<boolean> {
    this.isVersioned ??= this.client
      .send(new GetBucketVersioningCommand({ Bucket: this.place.bucket }))
      .catch(orWhereUnknown({ Status: undefined }))
      .then(({ Status }) => Status !== undefined)
      .catch((error: unknown) => {
        this.isVersioned = null;
        throw toSystemError(error);
      });
    return this.isVersioned;
  }

  private object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: `${this.place.prefix}${resolveMediaKey('/', key).slice(1)}` };
  }
}

function clientConfig({ endpoint, region }: S3Access): S3ClientConfig {
  return {
    region,
    // A bucket is a part of a host's name at Amazon alone.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  };
}

/** Passes the pieces of `source` on; `sent` holds their size and hash once they have ended. */
async function* measured(source: Readable | FinishedFile, sent: StoredBytes): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const isFile = !(source instanceof Readable);
  for await (const piece of (isFile ? createReadStream(source.path) : source) as AsyncIterable<Buffer>) {
    hash.update(piece);
    sent.bytes += piece.length;
    yield piece;
  }
  sent.sha256 = hash.digest();
  // Thrown before the last part has gone: nothing is kept.
  if (isFile && !sent.sha256.equals(source.sha256)) throw new Error(`${source.path} has changed since it was written.`);
}

/** What is true of a store that does not know a request: it has none of what was asked for. */
function orWhereUnknown<T>(answer: T) {
  return (error: unknown): T => {
    if (error instanceof S3ServiceException && error.name === 'NotImplemented') return answer;
    throw error;
  };
}

const OUT_OF_SPACE = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** What fails, fails as files do: with the system's code for it. */
async function withSystemCode<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toSystemError(error);
  }
}

function toSystemError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = systemCode(error);
  return code === null ? error : Object.assign(new Error(error.message, { cause: error }), { code });
}

function systemCode(error: Error): string | null {
  if (MISSING.has(error.name)) return 'ENOENT';
  if (OUT_OF_SPACE.has(error.name)) return 'ENOSPC';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  const isItsFault = error instanceof S3ServiceException && error.$fault === 'server';
  return isItsFault || error.name === 'SlowDown' ? 'ETIMEDOUT' : null;
}

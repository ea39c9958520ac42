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
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type S3Access, type S3Place } from '../../platform/config/s3-place.js';
import { KEPT_NOWHERE } from '../../platform/http/security-headers.js';
import type { ByteRange, ToldOfLink } from './media-store.js';

/** All parts but the last are of this size. Ten thousand of them are allowed, and five megabytes at least. */
const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one file that are on their way, and in memory, at once. */
const PARTS_AT_ONCE = 2;

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte. */
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 5;

const LINK_SECONDS = 60;

/** An object, by its key within the place. */
export interface ListedObject {
  key: string;
  modifiedAt: Date;
  bytes: number;
  /** Changes with its bytes; as `put` returned it. */
  etag: string;
}

/** What whoever fetches an object by its address is told of it. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
}

/** Objects below one place in a store that speaks S3. What fails, fails as files do: with the system's code for it. */
export class S3Bucket {
  private readonly client: S3Client;
  /** Signs for browsers, under the address at which they reach the store. */
  private readonly forLinks: S3Client | null;
  private isVersioned: Promise<boolean> | null = null;

  constructor(
    private readonly place: S3Place,
    access: S3Access,
    silenceMs = SILENCE_TIMEOUT_MS,
  ) {
    this.client = new S3Client(clientConfig(access, silenceMs));
    const { linkOrigin = null, region } = access;
    this.forLinks =
      linkOrigin === null ? null : new S3Client(clientConfig({ endpoint: linkOrigin, region }, silenceMs));
  }

  /** Keeps a small object; when it returns, it survives whatever the store does. Returns its ETag. */
  async putBytes(key: string, bytes: Buffer, headers?: ObjectHeaders): Promise<string> {
    const params = { ...this.object(key), ...inWordsOfS3(headers), Body: bytes, ChecksumAlgorithm: 'SHA256' as const };
    const { ETag, VersionId } = await withSystemCode(this.client.send(new PutObjectCommand(params)));
    if (headers) await this.removeVersions(key, VersionId);
    return ETag!;
  }

  /**
   * As `putBytes`, of any size, in parts. When `body` fails, that is what it rejects with, and nothing is kept. Of an object
   * with headers, which others may fetch, no earlier version stays.
   */
  async put(key: string, body: Readable, headers?: ObjectHeaders): Promise<string> {
    const upload = new Upload({
      client: this.client,
      params: { ...this.object(key), ...inWordsOfS3(headers), Body: body, ChecksumAlgorithm: 'SHA256' },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    const { ETag, VersionId } = await withSystemCode(upload.done()).catch((error: unknown) => {
      // Where giving up what has gone fails as well, what it failed for counts; but not that it was let go of then.
      throw body.errored && body.errored.name !== 'AbortError' ? body.errored : error;
    });
    if (headers) await this.removeVersions(key, VersionId);
    return ETag!;
  }

  async sizeOf(key: string): Promise<number | undefined> {
    return (await withSystemCode(this.client.send(new HeadObjectCommand(this.object(key))))).ContentLength;
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await withSystemCode(this.client.send(new GetObjectCommand({ ...this.object(key), Range })));
    return Body as Readable;
  }

  /** Null unless browsers are to be sent here. */
  async linkTo(key: string, { contentType, contentDisposition }: ToldOfLink): Promise<string | null> {
    if (!this.forLinks) return null;
    const command = new GetObjectCommand({
      ...this.object(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: KEPT_NOWHERE,
    });
    return withSystemCode(getSignedUrl(this.forLinks, command, { expiresIn: LINK_SECONDS }));
  }

  /** With all its versions. */
  async remove(key: string): Promise<void> {
    const object = this.object(key);
    if (!(await this.keepsVersions())) {
      await withSystemCode(this.client.send(new DeleteObjectCommand(object)));
      return;
    }
    // Removing alone would hide the bytes, and keep them.
    await this.removeVersions(key);
  }

  async *list(folder = ''): AsyncGenerator<ListedObject> {
    const { bucket, prefix } = this.place;
    const request = { Bucket: bucket, Prefix: prefix + folder };
    for await (const page of paginateListObjectsV2({ client: this.client }, request)) {
      for (const { Key, LastModified, Size, ETag } of page.Contents ?? []) {
        yield { key: Key!.slice(prefix.length), modifiedAt: LastModified!, bytes: Size!, etag: ETag! };
      }
    }
  }

  /** Objects with versions that `list` does not tell of, where the bucket keeps any. */
  async listHidden(): Promise<Set<string>> {
    const keys = new Set<string>();
    const { bucket: Bucket, prefix } = this.place;
    if (!(await this.keepsVersions())) return keys;
    for await (const { Key, isHidden } of this.versionsBelow({ Bucket, Prefix: prefix })) {
      if (isHidden) keys.add(Key.slice(prefix.length));
    }
    return keys;
  }

  /** Ends what interrupted calls of `put` left behind before `time`. */
  async sweepUnfinished(time: Date): Promise<void> {
    for await (const { Key, UploadId, Initiated } of this.unfinishedUploads()) {
      if (Initiated! >= time) continue;
      await withSystemCode(
        this.client.send(new AbortMultipartUploadCommand({ Bucket: this.place.bucket, Key, UploadId })),
      );
    }
  }

  /** @param kept its version that stays */
  private async removeVersions(key: string, kept?: string): Promise<void> {
    if (!(await this.keepsVersions())) return;
    const { Bucket, Key: Prefix } = this.object(key);
    // It sorts before what it is only the beginning of.
    const isOver = (lastKey: string) => lastKey !== Prefix;
    for await (const { Key, VersionId } of this.versionsBelow({ Bucket, Prefix }, isOver)) {
      if (Key !== Prefix || VersionId === kept) continue;
      await withSystemCode(this.client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })));
    }
  }

  private async *versionsBelow(request: { Bucket: string; Prefix: string }, isOver = (_lastKey: string) => false) {
    let page: Partial<ListObjectVersionsCommandOutput> = {};
    do {
      const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
      const command = new ListObjectVersionsCommand({ ...request, KeyMarker, VersionIdMarker });
      page = await withSystemCode(this.client.send(command));
      const { Versions = [], DeleteMarkers = [] } = page;
      for (const { Key, VersionId, IsLatest } of Versions) yield { Key: Key!, VersionId, isHidden: !IsLatest };
      for (const { Key, VersionId } of DeleteMarkers) yield { Key: Key!, VersionId, isHidden: true };
    } while (page.IsTruncated && !isOver(page.NextKeyMarker!));
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
    return { Bucket: this.place.bucket, Key: this.place.prefix + key };
  }
}

function inWordsOfS3(headers?: ObjectHeaders) {
  return headers && { ContentType: headers.contentType, CacheControl: headers.cacheControl };
}

function clientConfig({ endpoint, region }: S3Access, silenceMs: number): S3ClientConfig {
  return {
    region,
    // A bucket is a part of a host's name at Amazon alone.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: silenceMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
    },
  };
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

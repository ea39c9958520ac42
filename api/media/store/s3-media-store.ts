import { createReadStream } from 'node:fs';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { S3Access, S3Place } from '../../platform/config/s3-place.js';
import { resolveMediaKey } from './media-key.js';
import { type ByteRange, HEALTH_FOLDER, MediaStore, type StoredBytes, type ToldOfLink } from './media-store.js';
import { S3Bucket } from './s3-bucket.js';
import type { FinishedFile } from './temporary-file.js';

/** What else is kept at the place of media, in folders of its own. */
export const UPLOADS_IN_BUCKET = 'uploads/';
export const LEDGER_IN_BUCKET = 'ledger/';
const HEALTH_IN_BUCKET = `${HEALTH_FOLDER}/`;
const NOT_MEDIA = [UPLOADS_IN_BUCKET, LEDGER_IN_BUCKET, HEALTH_IN_BUCKET];

/** Keeps media as private objects of a bucket. */
export class S3MediaStore extends MediaStore {
  private readonly bucket: S3Bucket;

  constructor(place: S3Place, access: S3Access) {
    super();
    this.bucket = new S3Bucket(place, access);
  }

  async put(key: string, source: Readable | FinishedFile): Promise<StoredBytes> {
    const name = objectName(key);
    const sent: StoredBytes = { bytes: 0, sha256: Buffer.alloc(0) };
    await this.bucket.put(name, Readable.from(measured(source, sent), { objectMode: false }));
    const kept = await this.bucket.sizeOf(name);
    if (kept !== sent.bytes) throw new Error(`${key}: of ${sent.bytes} bytes the store has ${kept}.`);
    return sent;
  }

  async openRange(key: string, range?: ByteRange): Promise<Readable> {
    return this.bucket.open(objectName(key), range);
  }

  localPath(key: string): null {
    objectName(key);
    return null;
  }

  linkTo(key: string, told: ToldOfLink): Promise<string | null> {
    return this.bucket.linkTo(objectName(key), told);
  }

  async remove(key: string): Promise<void> {
    await this.bucket.remove(objectName(key));
  }

  async listKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.bucket.list()) {
      if (!NOT_MEDIA.some((folder) => key.startsWith(folder))) keys.push(key);
    }
    return keys;
  }

  async sweepUnfinished(time: Date): Promise<void> {
    await this.bucket.sweepUnfinished(time);
    for await (const { key, modifiedAt } of this.bucket.list(HEALTH_IN_BUCKET)) {
      if (modifiedAt < time) await this.bucket.remove(key);
    }
  }
}

function objectName(key: string): string {
  return resolveMediaKey('/', key).slice(1);
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

import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { Signals } from '../../platform/database/signals.js';
import { makeFolder } from '../store/durable-files.js';
import type { S3Bucket } from '../store/s3-bucket.js';
import { UPLOADS_IN_BUCKET } from '../store/s3-media-store.js';
import type { FinishedFile } from '../store/temporary-file.js';
import type { LocalUploadSessionFiles } from './local-upload-session-files.js';
import { type NotedChunk, UploadSessionFiles } from './upload-session-files.js';
import type { UploadsFolder } from './uploads-folder.js';

const REMOVED = 'upload-removed';

/**
 * In a bucket, an object for each chunk, so that each may come through another server. A chunk's name tells its checksum:
 * what a server sends too late, after another one's word counted, is beside it and never in its place. Whoever needs the
 * whole file has a copy of it on their disk meanwhile, which goes with the upload, whichever server ends that.
 */
export class S3UploadSessionFiles extends UploadSessionFiles {
  /** The last that is to be done to the copy of each upload, until it is done. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly bucket: S3Bucket,
    private readonly folder: UploadsFolder,
    private readonly copies: LocalUploadSessionFiles,
    private readonly signals: Signals,
  ) {
    super();
    // What cannot be removed now the next sweep finds, as it finds what nobody was told of.
    signals.on(REMOVED, (uploadId) => void this.removeCopy(uploadId).catch(() => undefined));
  }

  async create(): Promise<void> {}

  async place(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<() => void> {
    await this.bucket.putBytes(uploadPiece(uploadId, chunkIndex, crc32(bytes) | 0), bytes);
    return () => {};
  }

  append(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<() => void> {
    return this.place(uploadId, chunkIndex, bytes);
  }

  async holds(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<boolean> {
    const there = await this.open(uploadId, { chunkIndex, checksum: crc32(bytes) | 0 }).catch(orNullWhenMissing);
    return there !== null && (await buffer(there)).equals(bytes);
  }

  /** What is gone of it shows when it is read. */
  async isThere(): Promise<boolean> {
    return true;
  }

  async read(uploadId: string, chunks: NotedChunk[]): Promise<FinishedFile | null> {
    const copy = await this.fileOf(uploadId, async () => chunks).catch(orNullWhenMissing);
    return copy === null ? null : this.copies.read(uploadId, chunks);
  }

  /** One copy after another: of several who ask, the next one finds what is there, and none puts a shorter one in its place. */
  async fileOf(uploadId: string, findChunks: () => Promise<NotedChunk[]>): Promise<string> {
    return this.inTurn(uploadId, () => this.copy(uploadId, findChunks));
  }

  private async inTurn<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(uploadId)?.catch(() => {});
    const turn = Promise.resolve(before).then(work);
    this.turns.set(uploadId, turn);
    try {
      return await turn;
    } finally {
      if (this.turns.get(uploadId) === turn) this.turns.delete(uploadId);
    }
  }

  private async copy(uploadId: string, findChunks: () => Promise<NotedChunk[]>): Promise<string> {
    const chunks = await findChunks();
    if (chunks.length === 0) throw Object.assign(new Error('Nothing of it is there.'), { code: 'ENOENT' });
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
    const copy = this.copies.pathOf(uploadId);
    const present = await stat(copy).catch(orNullWhenMissing);
    if (present && present.size >= bytes) return copy;
    await makeFolder(this.folder.temporary);
    const draft = path.join(this.folder.temporary, randomUUID());
    try {
      await pipeline(() => this.readChunks(uploadId, chunks), createWriteStream(draft));
      await rename(draft, copy);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return copy;
  }

  /** The bucket first: a copy that is under way ends there, and goes as soon as it has. */
  async remove(uploadId: string): Promise<void> {
    try {
      for await (const { key } of this.bucket.list(`${UPLOADS_IN_BUCKET}${uploadId}/`)) await this.bucket.remove(key);
    } finally {
      await this.signals.tell(REMOVED, uploadId).catch(() => undefined);
      await this.removeCopy(uploadId);
    }
  }

  async listUntouchedSince(time: Date): Promise<string[]> {
    const untouched = new Map<string, boolean>();
    for await (const { key, modifiedAt } of this.bucket.list(UPLOADS_IN_BUCKET)) {
      const id = key.slice(UPLOADS_IN_BUCKET.length).split('/', 1)[0]!;
      untouched.set(id, modifiedAt < time && (untouched.get(id) ?? true));
    }
    const ids = [...untouched].filter(([, isUntouched]) => isUntouched).map(([id]) => id);
    return [...new Set([...ids, ...(await this.copies.listUntouchedSince(time))])];
  }

  listCopiesUntouchedSince(time: Date): Promise<string[]> {
    return this.copies.listUntouchedSince(time);
  }

  removeCopy(uploadId: string): Promise<void> {
    return this.inTurn(uploadId, () => this.copies.remove(uploadId));
  }

  removeTemporaryUntouchedSince(time: Date): Promise<void> {
    return this.copies.removeTemporaryUntouchedSince(time);
  }

  private async *readChunks(uploadId: string, chunks: NotedChunk[]) {
    for (const chunk of chunks) yield* await this.open(uploadId, chunk);
  }

  private open(uploadId: string, { chunkIndex, checksum }: Pick<NotedChunk, 'chunkIndex' | 'checksum'>) {
    return this.bucket.open(uploadPiece(uploadId, chunkIndex, checksum));
  }
}

/** The name of a chunk in the bucket. */
export function uploadPiece(uploadId: string, chunkIndex: number, checksum: number | null): string {
  return `${UPLOADS_IN_BUCKET}${uploadId}/${chunkIndex}-${checksum}`;
}

function orNullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { listFilesUntouchedSince, makeFolder, removeFilesUntouchedSince, syncFolder } from '../store/durable-files.js';
import type { FinishedFile } from '../store/temporary-file.js';
import { ChunkChecksums, type NotedChunk, UploadSessionFiles } from './upload-session-files.js';
import type { UploadsFolder } from './uploads-folder.js';

const EXTENSION = '.upload';
const MAX_HASHES = 1_000;
const PIECE_BYTES = 512 * 1024;

/** On the disk, a file each: as long as the whole from the start, its chunks written in their places, hashed as it grows. */
export class LocalUploadSessionFiles extends UploadSessionFiles {
  private readonly hashes = new GrowingHashes();

  constructor(private readonly folder: UploadsFolder) {
    super();
  }

  async create(uploadId: string, totalSize: number): Promise<void> {
    await makeFolder(this.folder.sessions);
    await using file = await open(this.pathOf(uploadId), 'wx');
    await file.truncate(totalSize);
    await file.sync();
    await syncFolder(this.folder.sessions);
  }

  async place(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<() => void> {
    await using file = await open(this.pathOf(uploadId), 'r+');
    const writing = writeWhole(file, bytes, chunkIndex * UPLOAD_CHUNK_BYTES).then(() => file.datasync());
    const count = this.hashes.prepare(uploadId, chunkIndex, bytes);
    await writing;
    return count;
  }

  async append(uploadId: string, chunkIndex: number, bytes: Buffer, at: number): Promise<() => void> {
    await using file = await open(this.pathOf(uploadId), 'r+');
    if ((await file.stat()).size < at) throw Object.assign(new Error('The file was cut short.'), { code: 'ENOENT' });
    await file.truncate(at);
    const writing = writeWhole(file, bytes, at).then(() => file.datasync());
    const count = this.hashes.prepare(uploadId, chunkIndex, bytes);
    await writing;
    return count;
  }

  async holds(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<boolean | null> {
    let position = 0;
    try {
      for await (const piece of readPieces(this.pathOf(uploadId), chunkIndex * UPLOAD_CHUNK_BYTES)) {
        const expected = bytes.subarray(position, position + piece.length);
        if (!piece.subarray(0, expected.length).equals(expected)) return false;
        position += expected.length;
        if (position === bytes.length) return true;
      }
      return false;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async isThere(uploadId: string, totalSize: number): Promise<boolean> {
    const found = await stat(this.pathOf(uploadId)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return found?.size === totalSize;
  }

  async read(uploadId: string, chunks: NotedChunk[]): Promise<FinishedFile | null> {
    const file = this.pathOf(uploadId);
    const { chunks: hashed, hash } = this.hashes.find(uploadId);
    const rest = chunks.slice(hashed);
    const found = new ChunkChecksums(rest);
    try {
      // What a killed server put behind them does not count.
      if ((await stat(file)).size > sizeOf(chunks)) await truncate(file, sizeOf(chunks));
      for await (const piece of readPieces(file, sizeOf(chunks.slice(0, hashed)))) {
        hash.update(piece);
        found.update(piece);
      }
      const bytes = (await stat(file)).size;
      return found.areEqual() ? { path: file, bytes, sha256: hash.digest() } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async fileOf(uploadId: string): Promise<string> {
    return this.pathOf(uploadId);
  }

  remove(uploadId: string): Promise<void> {
    this.hashes.forget(uploadId);
    return rm(this.pathOf(uploadId), { force: true });
  }

  pathOf(uploadId: string): string {
    return path.join(this.folder.sessions, uploadId + EXTENSION);
  }

  async listUntouchedSince(time: Date): Promise<string[]> {
    const files = await listFilesUntouchedSince(this.folder.sessions, time);
    return files.filter((file) => file.endsWith(EXTENSION)).map((file) => path.basename(file, EXTENSION));
  }

  async listCopiesUntouchedSince(): Promise<string[]> {
    return [];
  }

  async removeCopy(): Promise<void> {}

  removeTemporaryUntouchedSince(time: Date): Promise<void> {
    return removeFilesUntouchedSince(this.folder.temporary, time);
  }
}

/** The SHA-256 of the first chunks of a file. */
interface GrowingHash {
  chunks: number;
  hash: Hash;
}

const NOTHING: GrowingHash = { chunks: 0, hash: createHash('sha256') };

/**
 * Hashes uploads while they arrive, as far as their chunks come to this server in their order, so that the whole need not
 * be read again. What another server received, or this one before a restart, is read.
 */
export class GrowingHashes {
  /** The one that grew last is last. */
  private readonly known = new Map<string, GrowingHash>();

  /** Hashes the next chunk, and returns what to call once it is in its place. A chunk out of order changes nothing. */
  prepare(uploadId: string, chunkIndex: number, bytes: Buffer): () => void {
    const { chunks, hash } = this.known.get(uploadId) ?? NOTHING;
    if (chunkIndex !== chunks) return () => {};
    const grown = { chunks: chunks + 1, hash: hash.copy().update(bytes) };
    return () => this.keep(uploadId, grown);
  }

  /** A hash of its own, which may be finished. */
  find(uploadId: string): GrowingHash {
    const { chunks, hash } = this.known.get(uploadId) ?? NOTHING;
    return { chunks, hash: hash.copy() };
  }

  forget(uploadId: string): void {
    this.known.delete(uploadId);
  }

  private keep(uploadId: string, grown: GrowingHash): void {
    this.known.delete(uploadId);
    this.known.set(uploadId, grown);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_HASHES && oldest !== undefined) this.known.delete(oldest);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function sizeOf(chunks: NotedChunk[]): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The system may write less than it is given at a time. */
async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

/**
 * The bytes of a file from a position on, in pieces, each valid until the next is asked for: they share one buffer. (A stream allocates a new
 * one each time; measured on uploads, collecting those took longer than everything else together.)
 */
async function* readPieces(source: string, from = 0): AsyncGenerator<Buffer, void> {
  await using file = await open(source);
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = from; ;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

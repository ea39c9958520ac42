import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { UPLOAD_CHUNK_BYTES } from '../../contract/limits.js';
import { listFilesUntouchedSince, makeFolder, removeFilesUntouchedSince, syncFolder } from '../store/durable-files.js';
import { readPieces } from '../store/read-pieces.js';
import type { FinishedFile } from '../store/temporary-file.js';
import { GrowingHashes } from './growing-hashes.js';
import { UploadsFolder } from './uploads-folder.js';

const EXTENSION = '.upload';

/** The files of upload sessions: each as long as the whole from the start, its chunks written in their places. */
@Injectable()
export class UploadSessionFiles {
  constructor(
    private readonly folder: UploadsFolder,
    private readonly hashes: GrowingHashes,
  ) {}

  async create(uploadId: string, totalSize: number): Promise<void> {
    await makeFolder(this.folder.sessions);
    await using file = await open(this.pathOf(uploadId), 'wx');
    await file.truncate(totalSize);
    await file.sync();
    await syncFolder(this.folder.sessions);
  }

  /**
   * Writes a chunk into its place; when it returns, the bytes survive a power cut.
   * @returns what to call once the chunk counts: the whole is hashed as it grows
   */
  async place(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<() => void> {
    await using file = await open(this.pathOf(uploadId), 'r+');
    const writing = writeWhole(file, bytes, chunkIndex * UPLOAD_CHUNK_BYTES).then(() => file.datasync());
    const count = this.hashes.prepare(uploadId, chunkIndex, bytes);
    await writing;
    return count;
  }

  /** As `place`, after the first `at` bytes: what a killed server wrote there and did not note is written over. */
  async append(uploadId: string, chunkIndex: number, bytes: Buffer, at: number): Promise<() => void> {
    await using file = await open(this.pathOf(uploadId), 'r+');
    if ((await file.stat()).size < at) throw Object.assign(new Error('The file was cut short.'), { code: 'ENOENT' });
    await file.truncate(at);
    const writing = writeWhole(file, bytes, at).then(() => file.datasync());
    const count = this.hashes.prepare(uploadId, chunkIndex, bytes);
    await writing;
    return count;
  }

  /** Whether these bytes stand in the place of a chunk; null when the file is gone. */
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

  /**
   * The whole file of a session whose chunks have all arrived; null when it is gone, or does not hold what arrived.
   * @param chunks in their order, with their checksums as far as they are known
   */
  async read(uploadId: string, chunks: NotedChunk[]): Promise<FinishedFile | null> {
    const file = this.pathOf(uploadId);
    const { chunks: hashed, hash } = this.hashes.find(uploadId);
    const rest = chunks.slice(hashed);
    const from = chunks.slice(0, hashed).reduce((sum, { bytes }) => sum + bytes, 0);
    const found = new ChunkChecksums(rest);
    try {
      for await (const piece of readPieces(file, from)) {
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

  remove(uploadId: string): Promise<void> {
    this.hashes.forget(uploadId);
    return rm(this.pathOf(uploadId), { force: true });
  }

  pathOf(uploadId: string): string {
    return path.join(this.folder.sessions, uploadId + EXTENSION);
  }

  /** Sessions that have a file to which nothing was written since `time`. */
  async listUntouchedSince(time: Date): Promise<string[]> {
    const files = await listFilesUntouchedSince(this.folder.sessions, time);
    return files.filter((file) => file.endsWith(EXTENSION)).map((file) => path.basename(file, EXTENSION));
  }

  /** Removes what requests that were killed left behind. */
  removeTemporaryUntouchedSince(time: Date): Promise<void> {
    return removeFilesUntouchedSince(this.folder.temporary, time);
  }
}

/** A chunk as the table knows it. */
export interface NotedChunk {
  bytes: number;
  checksum: number | null;
}

/** CRC-32 of each of some chunks that are read one after the other. */
class ChunkChecksums {
  private readonly sums: number[] = [];
  private crc = 0;
  private filled = 0;

  constructor(private readonly expected: NotedChunk[]) {}

  update(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) {
      const wanted = this.expected[this.sums.length]?.bytes ?? Infinity;
      const part = rest.subarray(0, wanted - this.filled);
      this.crc = crc32(part, this.crc);
      this.filled += part.length;
      rest = rest.subarray(part.length);
      if (this.filled === wanted) this.endChunk();
    }
  }

  /** After the last piece. */
  areEqual(): boolean {
    if (this.filled > 0) this.endChunk();
    return this.expected.every(({ checksum }, index) => checksum === null || checksum === this.sums[index]);
  }

  private endChunk(): void {
    this.sums.push(this.crc | 0);
    this.crc = 0;
    this.filled = 0;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The system may write less than it is given at a time. */
async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

import { type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { UPLOAD_CHUNK_BYTES } from '../../contract/limits.js';
import { listFilesUntouchedSince, makeFolder, removeFilesUntouchedSince, syncFolder } from '../store/durable-files.js';
import { readPieces } from '../store/read-pieces.js';
import type { FinishedFile } from '../store/temporary-file.js';
import { GrowingHashes } from './growing-hashes.js';
import { ChunkChecksums, type NotedChunk, UploadSessionFiles } from './upload-session-files.js';
import { UploadsFolder } from './uploads-folder.js';

const EXTENSION = '.upload';

/** On the disk, a file each: as long as the whole from the start, its chunks written in their places, hashed as it grows. */
@Injectable()
export class LocalUploadSessionFiles extends UploadSessionFiles {
  constructor(
    private readonly folder: UploadsFolder,
    private readonly hashes: GrowingHashes,
  ) {
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

  removeTemporaryUntouchedSince(time: Date): Promise<void> {
    return removeFilesUntouchedSince(this.folder.temporary, time);
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

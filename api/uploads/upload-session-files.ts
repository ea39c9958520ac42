import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { listFilesUntouchedSince, makeFolder, removeFilesUntouchedSince, syncFolder } from '../media/durable-files.js';
import { readPieces } from '../media/read-pieces.js';
import type { FinishedFile } from '../media/temporary-file.js';
import { UploadsFolder } from './uploads-folder.js';

const EXTENSION = '.upload';

/** The files of upload sessions: each as long as the whole from the start, its chunks written in their places. */
@Injectable()
export class UploadSessionFiles {
  constructor(private readonly folder: UploadsFolder) {}

  async create(uploadId: string, totalSize: number): Promise<void> {
    await makeFolder(this.folder.sessions);
    await using file = await open(this.pathOf(uploadId), 'wx');
    await file.truncate(totalSize);
    await file.sync();
    await syncFolder(this.folder.sessions);
  }

  /**
   * Copies a chunk into its place; when it answers, the bytes survive a power cut. The chunk has been written elsewhere
   * before: so nothing is locked while a slow line sends, and bytes that are refused never touch those that are there.
   */
  async place(uploadId: string, offset: number, chunk: FinishedFile): Promise<void> {
    await using file = await open(this.pathOf(uploadId), 'r+');
    let position = offset;
    for await (const bytes of readPieces(chunk.path)) {
      await file.write(bytes, 0, bytes.length, position);
      position += bytes.length;
    }
    await file.datasync();
  }

  /** The whole file of a session whose chunks have all arrived. */
  async read(uploadId: string): Promise<FinishedFile> {
    const file = this.pathOf(uploadId);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of readPieces(file)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { path: file, bytes, sha256: hash.digest() };
  }

  remove(uploadId: string): Promise<void> {
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

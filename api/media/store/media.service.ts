import { checkMedia, type MediaFinding } from './check-media.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MediaFile } from './media-file.entity.js';
import { type ByteRange, MediaStore } from './media-store.js';
import { MediaRepository } from './media.repository.js';
import { clearHeaders, serveMedia, type ServedFile, serveStream, setMediaHeaders } from './serve-media.js';
import { WorkFolders } from './work-folders.js';

/** Files that are kept: where they are read and served, and how they go. New ones come by `NewMediaService`. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly mediaStore: MediaStore,
    private readonly media: MediaRepository,
    private readonly folders: WorkFolders,
  ) {}

  findFile(mediaId: string): Promise<MediaFile | null> {
    return this.media.find(mediaId);
  }

  /** Compares every stored file with the database, see `checkMedia`. */
  check(report: (finding: MediaFinding) => void, isRead?: (key: string) => boolean): Promise<void> {
    return checkMedia(this.mediaStore, this.media, report, isRead);
  }

  /** Null when the store keeps no files. */
  private localPath(file: MediaFile): string | null {
    return this.mediaStore.localPath(file.key);
  }

  /**
   * Where a program can read the file: in the store itself, or as a copy in `folder`, which is made when missing and the
   * caller's to remove.
   */
  async fileFor(file: MediaFile, folder: string): Promise<string> {
    const local = this.localPath(file);
    if (local !== null) return local;
    const copy = path.join(folder, 'original');
    await mkdir(folder, { recursive: true });
    await pipeline(await this.mediaStore.openRange(file.key), createWriteStream(copy));
    return copy;
  }

  /** The bytes of a file, one piece after the other. */
  open(file: MediaFile): Promise<Readable> {
    return this.mediaStore.openRange(file.key);
  }

  /** @throws Error where that cannot be told just now */
  async isThere({ key }: MediaFile): Promise<boolean> {
    try {
      (await this.mediaStore.openRange(key, { start: 0, end: 0 })).destroy();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** All bytes of a small file, such as a thumbnail. */
  async readWhole(file: MediaFile): Promise<Buffer> {
    return buffer(await this.mediaStore.openRange(file.key));
  }

  /** As `fileFor`, while `work` needs it. */
  async withFile<T>(file: MediaFile, work: (path: string) => Promise<T>): Promise<T> {
    const local = this.localPath(file);
    if (local !== null) return work(local);
    return this.folders.use('file', async (folder) => work(await this.fileFor(file, folder)));
  }

  /** Answers a request with a file, see `serveMedia`. */
  async serve(
    request: Request,
    response: Response,
    file: MediaFile,
    options: Pick<ServedFile, 'downloadName'> = {},
  ): Promise<void> {
    const about = { mimeType: file.mimeType, etag: file.sha256.toString('hex'), ...options };
    const local = this.localPath(file);
    if (local !== null) return serveMedia(request, response, { path: local, ...about });
    if (await this.sendAway(request, response, file, about)) return;
    const open = (range: ByteRange) => this.mediaStore.openRange(file.key, range);
    await serveStream(request, response, { bytes: file.bytes, open, ...about });
  }

  /**
   * Sends a browser to the store for what it downloads, where that is set. Players stay here: they go back to where they were
   * sent for each part, also after a link's minute.
   */
  private async sendAway(
    request: Request,
    response: Response,
    { key }: MediaFile,
    about: Omit<ServedFile, 'path'>,
  ): Promise<boolean> {
    if (about.downloadName === undefined || request.method !== 'GET') return false;
    setMediaHeaders(response, about);
    const told = {
      contentType: headerOf(response, 'Content-Type'),
      contentDisposition: headerOf(response, 'Content-Disposition'),
    };
    const link = await this.mediaStore.linkTo(key, told);
    clearHeaders(response);
    if (link === null) return false;
    response.redirect(link);
    return true;
  }

  /**
   * In the caller's transaction, after the rows that need them are gone: removes the rows of media, with all that was made of them.
   * Call `sweepDeletions` after the commit; until then the bytes are still on the disk, but no row leads to them.
   */
  scheduleRemoval(mediaIds: string[], transaction: Transaction): Promise<void> {
    return this.media.scheduleRemoval(mediaIds, transaction);
  }

  /** Removes the bytes that no row needs. What cannot be removed now stays noted for the next sweep. */
  async sweepDeletions(): Promise<void> {
    for (const key of await this.media.findDueDeletions()) {
      try {
        await this.media.settleDeletion(key, () => this.mediaStore.remove(key));
      } catch (error) {
        this.logger.error(error);
      }
    }
  }
}

function headerOf(response: Response, name: string): string {
  return String(response.getHeader(name));
}

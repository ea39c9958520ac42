import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/http/app-error.js';
import { MediaFile } from './media-file.entity.js';
import { mediaKey } from './media-key.js';
import { type ByteRange, MediaStore } from './media-store.js';
import type { MediaType } from './media-types.js';
import { MediaRepository } from './media.repository.js';
import { serveMedia, type ServedFile } from './serve-media.js';
import { serveStream } from './serve-stream.js';
import { sniffMedia } from './sniff-media.js';
import type { FinishedFile } from './temporary-file.js';
import { TranscodeRequests } from './transcode-requests.js';
import { WANTED_MEDIA, type WantedMedia } from './wanted-media.js';

interface NewFile {
  source: FinishedFile | Readable;
  type: Pick<MediaType, 'mimeType' | 'extension'>;
}

/** A file that was made of another one. */
export interface MadeFile {
  bytes: Buffer | Readable;
  type: Pick<MediaType, 'mimeType' | 'extension'>;
}

/** Keeps files together with the rows that need them: never a row without its bytes. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly store: MediaStore,
    private readonly media: MediaRepository,
    private readonly transcode: TranscodeRequests,
  ) {}

  /**
   * Keeps a copy of a finished file, which stays the caller's to remove. Its type is read from its bytes: 415 unless it is
   * `wanted`. `commit` writes the rows that need it in the transaction of the media row; when it throws, nothing is kept.
   */
  async adopt<T>(
    source: FinishedFile,
    wanted: WantedMedia,
    commit: (file: MediaFile, transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.adoptAll([source], wanted, ([file], transaction) => commit(file!, transaction));
  }

  /** As `adopt`, for several files of which all are kept or none. Videos are prepared for every device from then on. */
  async adoptAll<T>(
    sources: FinishedFile[],
    wanted: WantedMedia,
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const newFiles: (NewFile & { type: MediaType })[] = [];
    for (const source of sources) newFiles.push({ source, type: await sniff(source, wanted) });
    let videoIds: string[] = [];
    const result = await this.keep(newFiles, async (files, transaction) => {
      videoIds = files.filter((_, index) => newFiles[index]!.type.family !== 'image').map(({ id }) => id);
      const { line } = WANTED_MEDIA[wanted];
      await this.media.requestPreparation(videoIds, { state: this.transcode.firstState, line }, transaction);
      return commit(files, transaction);
    });
    if (videoIds.length > 0) await this.transcode.videos.emit(videoIds);
    return result;
  }

  /** As `adopt`, together with what `make` makes of it: the file comes first, then those in their order. */
  async adoptWith<T>(
    source: FinishedFile,
    wanted: WantedMedia,
    make: (type: MediaType) => Promise<MadeFile[]>,
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const type = await sniff(source, wanted);
    return this.keep([{ source, type }, ...(await make(type)).map(toNewFile)], commit);
  }

  /** Keeps files that were made here, all or none; `commit` as with `adopt`. */
  keepMade<T>(made: MadeFile[], commit: (files: MediaFile[], transaction: Transaction) => Promise<T>): Promise<T> {
    return this.keep(made.map(toNewFile), commit);
  }

  findFile(mediaId: string): Promise<MediaFile | null> {
    return this.media.find(mediaId);
  }

  /** Null when the store keeps no files. */
  private localPath(file: MediaFile): string | null {
    return this.store.localPath(file.key);
  }

  /** Where a program can read the file: in the store itself, or as a copy in `folder`, which is the caller's to remove. */
  async fileFor(file: MediaFile, folder: string): Promise<string> {
    const local = this.localPath(file);
    if (local !== null) return local;
    const copy = path.join(folder, 'original');
    await writeFile(copy, await this.store.openRange(file.key));
    return copy;
  }

  /** All bytes of a small file, such as a thumbnail. */
  async readWhole(file: MediaFile): Promise<Buffer> {
    return buffer(await this.store.openRange(file.key));
  }

  /** As `fileFor`, while `work` needs it. */
  async withFile<T>(file: MediaFile, work: (path: string) => Promise<T>): Promise<T> {
    const local = this.localPath(file);
    if (local !== null) return work(local);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'media-'));
    try {
      return await work(await this.fileFor(file, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Answers a request with a file, see `serveMedia`. */
  async serve(
    request: Request,
    response: Response,
    file: MediaFile,
    options: Pick<ServedFile, 'downloadName' | 'cacheControl'> = {},
  ): Promise<void> {
    const about = { mimeType: file.mimeType, etag: file.sha256.toString('hex'), ...options };
    const local = this.localPath(file);
    if (local !== null) return serveMedia(request, response, { path: local, ...about });
    const open = (range: ByteRange) => this.store.openRange(file.key, range);
    await serveStream(request, response, { bytes: file.bytes, open, ...about });
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
        await this.media.settleDeletion(key, () => this.store.remove(key));
      } catch (error) {
        this.logger.error(error);
      }
    }
  }

  private async keep<T>(
    newFiles: NewFile[],
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const drafts = newFiles.map(({ source, type }) => {
      const id = randomUUID();
      return { source, row: { id, key: mediaKey(id, type.extension), mimeType: type.mimeType, createdAt: new Date() } };
    });
    const keys = drafts.map(({ row }) => row.key);
    await this.media.announce(keys);
    try {
      const files: MediaFile[] = [];
      for (const { source, row } of drafts) files.push({ ...row, ...(await this.store.put(row.key, source)) });
      return await this.media.commit(files, (transaction) => commit(files, transaction));
    } catch (error) {
      await this.discard(keys);
      throw error;
    }
  }

  /** A commit whose answer was lost may have happened: only what is still announced is removed. */
  private async discard(keys: string[]): Promise<void> {
    try {
      await this.media.giveUp(keys);
      await this.sweepDeletions();
    } catch (error) {
      this.logger.error(error);
    }
  }
}

function toNewFile({ bytes, type }: MadeFile): NewFile {
  return { source: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, type };
}

async function sniff(source: FinishedFile, wanted: WantedMedia): Promise<MediaType> {
  const { families, name } = WANTED_MEDIA[wanted];
  const type = await sniffMedia(source.path);
  if (type && families.includes(type.family)) return type;
  throw new AppError(415, 'unsupported_media', `This file is not ${name} of a kind that we can keep.`);
}

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../http/app-error.js';
import { RENDERED_IMAGE, renderDisplay, renderImage } from './images.js';
import { MediaFile } from './media-file.entity.js';
import { mediaKey } from './media-key.js';
import { MediaStore } from './media-store.js';
import type { MediaType } from './media-types.js';
import { MediaRepository, type Transaction } from './media.repository.js';
import { serveMedia, type ServedFile } from './serve-media.js';
import { sniffMedia } from './sniff-media.js';
import type { FinishedFile } from './temporary-file.js';
import { PreparationRequests } from './preparation/preparation-requests.js';
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

/** A photo in the three sizes that are kept. */
export interface ImageFiles {
  /** As it was sent, with all its metadata: for staff. */
  original: MediaFile;
  display: MediaFile;
  thumbnail: MediaFile;
}

/** A picture that is not kept. */
export interface RenderedPicture {
  mimeType: string;
  bytes: Buffer;
}

/** Keeps files together with the rows that need them: never a row without its bytes. */
@Injectable()
export class MediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly store: MediaStore,
    private readonly media: MediaRepository,
    private readonly preparation: PreparationRequests,
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
      await this.media.requestPreparation(videoIds, this.preparation.firstState, transaction);
      return commit(files, transaction);
    });
    this.preparation.announce(videoIds);
    return result;
  }

  /** As `adopt`, for a picture: also renders the sizes to show. 415 when it cannot be decoded, 413 with too many pixels. */
  async adoptImage<T>(
    source: FinishedFile,
    commit: (files: ImageFiles, transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const type = await sniff(source, 'image');
    const { display, thumbnail } = await renderImage(source.path, type.mimeType);
    const rendered = [display, thumbnail].map((bytes) => ({ source: Readable.from([bytes]), type: RENDERED_IMAGE }));
    return this.keep([{ source, type }, ...rendered], (files, transaction) =>
      commit({ original: files[0]!, display: files[1]!, thumbnail: files[2]! }, transaction),
    );
  }

  /** Keeps files that were made here, all or none; `commit` as with `adopt`. */
  keepMade<T>(made: MadeFile[], commit: (files: MediaFile[], transaction: Transaction) => Promise<T>): Promise<T> {
    return this.keep(
      made.map(({ bytes, type }) => ({ source: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, type })),
      commit,
    );
  }

  findFile(mediaId: string): Promise<MediaFile | null> {
    return this.media.find(mediaId);
  }

  /** Where the bytes can be read as a file (hard links, tools), null when the store keeps none. */
  localPath(file: MediaFile): string | null {
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

  /**
   * Renders the picture to show of an image that is kept only as it was sent.
   * @throws AppError 415 when it cannot be decoded, 413 with too many pixels
   */
  async renderDisplay(file: MediaFile): Promise<RenderedPicture> {
    const source = this.localPath(file) ?? (await this.readWhole(file));
    return { mimeType: RENDERED_IMAGE.mimeType, bytes: await renderDisplay(source, file.mimeType) };
  }

  /** Answers a request with a file, see `serveMedia`. */
  async serve(
    request: Request,
    response: Response,
    file: MediaFile,
    options: Pick<ServedFile, 'downloadName' | 'cacheControl'> = {},
  ): Promise<void> {
    const local = this.localPath(file);
    if (local === null) throw new Error('This media store keeps no local files to serve.');
    await serveMedia(request, response, {
      path: local,
      mimeType: file.mimeType,
      etag: file.sha256.toString('hex'),
      ...options,
    });
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

async function sniff(source: FinishedFile, wanted: WantedMedia): Promise<MediaType> {
  const { families, name } = WANTED_MEDIA[wanted];
  const type = await sniffMedia(source.path);
  if (type && families.includes(type.family)) return type;
  throw new AppError(415, 'unsupported_media', `This file is not ${name} of a kind that we can keep.`);
}

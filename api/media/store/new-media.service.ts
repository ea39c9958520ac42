import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from './media-file.entity.js';
import { mediaKey } from './media-key.js';
import { MediaService } from './media.service.js';
import { MediaStore } from './media-store.js';
import type { MediaType } from './media-types.js';
import { MediaRepository } from './media.repository.js';
import { refusalOf, sniffWanted, WANTED_MEDIA, type WantedMedia } from './sniff-media.js';
import type { FinishedFile } from './temporary-file.js';
import { TranscodeRequests } from './transcode-requests.js';

interface NewFile {
  source: FinishedFile | Readable;
  type: Pick<MediaType, 'mimeType' | 'extension'>;
}

/** A file that was made of another one. */
export interface MadeFile {
  bytes: Buffer | Readable;
  type: Pick<MediaType, 'mimeType' | 'extension'>;
}

/** Stores files together with the rows that need them: never a row without its bytes. */
@Injectable()
export class NewMediaService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly mediaStore: MediaStore,
    private readonly rows: MediaRepository,
    private readonly media: MediaService,
    private readonly transcodeRequests: TranscodeRequests,
  ) {}

  /**
   * Keeps a copy of a finished file, which stays the caller's to remove. Its type is read from its bytes: 415 unless it is
   * `wanted`. `commit` writes the rows that need it in the transaction of the media row; when it throws, nothing is kept.
   */
  async store<T>(
    source: FinishedFile,
    wanted: WantedMedia,
    commit: (file: MediaFile, transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.storeAll([source], wanted, ([file], transaction) => commit(file!, transaction));
  }

  /** As `store`, for several files of which all are kept or none. Videos are prepared for every device from then on. */
  async storeAll<T>(
    sources: FinishedFile[],
    wanted: WantedMedia,
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const newFiles: (NewFile & { type: MediaType })[] = [];
    for (const source of sources) newFiles.push({ source, type: await sniff(source, wanted) });
    let videoIds: string[] = [];
    const result = await this.put(newFiles, async (files, transaction) => {
      videoIds = files
        .filter((_, index) => ['video', 'audio'].includes(newFiles[index]!.type.family))
        .map(({ id }) => id);
      const { line } = WANTED_MEDIA[wanted];
      await this.rows.requestTranscode(videoIds, { state: this.transcodeRequests.firstState, line }, transaction);
      return commit(files, transaction);
    });
    if (videoIds.length > 0) await this.transcodeRequests.videos.emit(videoIds);
    return result;
  }

  /** As `store`, together with what `make` makes of it: the file comes first, then those in their order. */
  async storeWith<T>(
    source: FinishedFile,
    wanted: WantedMedia,
    make: (type: MediaType) => Promise<MadeFile[]>,
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const type = await sniff(source, wanted);
    return this.put([{ source, type }, ...(await make(type)).map(toNewFile)], commit);
  }

  /** Keeps files that were made here, all or none; `commit` as with `store`. */
  storeMade<T>(made: MadeFile[], commit: (files: MediaFile[], transaction: Transaction) => Promise<T>): Promise<T> {
    return this.put(made.map(toNewFile), commit);
  }

  private async put<T>(
    newFiles: NewFile[],
    commit: (files: MediaFile[], transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const announced = newFiles.map(({ source, type }) => {
      const id = randomUUID();
      return { source, row: { id, key: mediaKey(id, type.extension), mimeType: type.mimeType, createdAt: new Date() } };
    });
    const keys = announced.map(({ row }) => row.key);
    await this.rows.announce(keys);
    try {
      const files: MediaFile[] = [];
      for (const { source, row } of announced) files.push({ ...row, ...(await this.mediaStore.put(row.key, source)) });
      return await this.rows.commit(files, (transaction) => commit(files, transaction));
    } catch (error) {
      await this.discard(keys);
      throw error;
    }
  }

  /** A commit whose answer was lost may have happened: only what is still announced is removed. */
  private async discard(keys: string[]): Promise<void> {
    try {
      await this.rows.giveUp(keys);
      await this.media.sweepDeletions();
    } catch (error) {
      this.logger.error(error);
    }
  }
}

function toNewFile({ bytes, type }: MadeFile): NewFile {
  return { source: Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes, type };
}

async function sniff(source: FinishedFile, wanted: WantedMedia): Promise<MediaType> {
  const type = await sniffWanted(source.path, wanted);
  if (type) return type;
  throw new AppError(415, 'unsupported_media', `This file ${await refusalOf(source.path, wanted)}`);
}

import { mkdir, statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { PUBLIC_UPLOAD_FREE_SPACE_BYTES, UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import { isStranger, type UploadOwner } from './upload-owner.js';
import { UploadsFolder } from './uploads-folder.js';

/** Less than is promised: the last of what has come may not be on the disk yet. */
const CHECK_EVERY_BYTES = UPLOAD_CHUNK_BYTES / 2;

/** The room that is left on the disk, for uploads that must leave some to everything else. */
@Injectable()
export class FreeSpace {
  private promisedBytes = 0;

  constructor(private readonly folder: UploadsFolder) {}

  /**
   * Does `work`, which brings `bytes`, if the disk keeps `floorBytes` free beside them. What is promised to others who are
   * still at work counts, so that together they keep to it, too.
   * @param announcedBytes what else is on its way
   * @throws AppError 507 `out_of_space`
   */
  async within<T>(bytes: number, floorBytes: number, work: () => Promise<T>, announcedBytes = 0): Promise<T> {
    this.promisedBytes += bytes;
    try {
      await this.requireSpare(floorBytes, announcedBytes);
      return await work();
    } finally {
      this.promisedBytes -= bytes;
    }
  }

  /** As `within`, of what comes later. */
  requireRoom(bytes: number, floorBytes: number, announcedBytes = 0): Promise<void> {
    return this.requireSpare(floorBytes + bytes, announcedBytes);
  }

  /**
   * Does `work`, which brings so many bytes of what was begun: from strangers, if their floor is kept. Others may end it
   * wherever it fits at all.
   */
  whileReceiving<T>(owner: UploadOwner, bytes: number, work: () => Promise<T>): Promise<T> {
    return isStranger(owner) ? this.within(bytes, PUBLIC_UPLOAD_FREE_SPACE_BYTES, work) : work();
  }

  /**
   * A body that somebody sends: of strangers only for as long as their floor is kept. For theirs a chunk is promised beyond
   * what has come: announced much, and sent slowly, it would keep others out.
   * @param sumAnnounced bytes that uploads in chunks keep by then
   * @throws AppError 507 `out_of_space`, in the middle of it
   */
  keepFloor(
    owner: UploadOwner,
    body: AsyncIterable<Buffer>,
    sumAnnounced: () => Promise<number>,
  ): AsyncIterable<Buffer> {
    return isStranger(owner) ? this.whileSpare(body, sumAnnounced) : body;
  }

  /** Free bytes on the disk of the uploads. */
  async availableBytes(): Promise<number> {
    await mkdir(this.folder.sessions, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder.sessions);
    return bavail * bsize;
  }

  private async *whileSpare(
    body: AsyncIterable<Buffer>,
    sumAnnounced: () => Promise<number>,
  ): AsyncGenerator<Buffer, void> {
    let freeToCome = 0;
    this.promisedBytes += UPLOAD_CHUNK_BYTES;
    try {
      for await (const piece of body) {
        if (piece.length > freeToCome) {
          await this.requireSpare(PUBLIC_UPLOAD_FREE_SPACE_BYTES, await sumAnnounced());
          freeToCome = CHECK_EVERY_BYTES;
        }
        freeToCome -= piece.length;
        yield piece;
      }
    } finally {
      this.promisedBytes -= UPLOAD_CHUNK_BYTES;
    }
  }

  private async requireSpare(floorBytes: number, announcedBytes: number): Promise<void> {
    const spareBytes = (await this.availableBytes()) - announcedBytes - this.promisedBytes;
    if (spareBytes < floorBytes) throw outOfSpace();
  }
}

function outOfSpace(): AppError {
  const message = 'We have no room for more files just now. Nothing was saved; please try again later.';
  return new AppError(507, 'out_of_space', message);
}

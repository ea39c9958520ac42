import { mkdir, statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { PUBLIC_UPLOAD_FREE_SPACE_BYTES } from '../../contract/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import { isStranger, type UploadOwner } from './upload-owner.js';
import { UploadsFolder } from './uploads-folder.js';

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
      const spareBytes = (await this.availableBytes()) - announcedBytes - this.promisedBytes;
      if (spareBytes < floorBytes) throw outOfSpace();
      return await work();
    } finally {
      this.promisedBytes -= bytes;
    }
  }

  /**
   * Does `work`, which brings so many bytes of what was begun: from strangers, if their floor is kept. Others may end it
   * wherever it fits at all.
   */
  whileReceiving<T>(owner: UploadOwner, bytes: number, work: () => Promise<T>): Promise<T> {
    return isStranger(owner) ? this.within(bytes, PUBLIC_UPLOAD_FREE_SPACE_BYTES, work) : work();
  }

  /** Free bytes on the disk of the uploads. */
  async availableBytes(): Promise<number> {
    await mkdir(this.folder.sessions, { recursive: true });
    const { bavail, bsize } = await statfs(this.folder.sessions);
    return bavail * bsize;
  }
}

function outOfSpace(): AppError {
  const message = 'We have no room for more files just now. Nothing was saved; please try again later.';
  return new AppError(507, 'out_of_space', message);
}

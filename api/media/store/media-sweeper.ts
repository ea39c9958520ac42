import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MediaStore } from './media-store.js';
import { MediaService } from './media.service.js';
import { WorkFolders } from './work-folders.js';

const SWEEP_INTERVAL_MS = 10 * 60_000;
/** Longer than storing any file takes. */
const UNFINISHED_MAX_AGE_MS = 24 * 60 * 60_000;

/** Removes what deletions and crashes left behind, at start and from then on. */
@Injectable()
export class MediaSweeper implements OnApplicationBootstrap {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly media: MediaService,
    private readonly mediaStore: MediaStore,
    private readonly folders: WorkFolders,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  @Interval(SWEEP_INTERVAL_MS)
  async sweep(): Promise<void> {
    const unfinishedBefore = new Date(Date.now() - UNFINISHED_MAX_AGE_MS);
    for (const sweep of [
      () => this.folders.sweep(),
      () => this.media.sweepDeletions(),
      () => this.mediaStore.sweepUnfinished(unfinishedBefore),
    ]) {
      await sweep().catch((error: unknown) => this.logger.error(error));
    }
  }
}

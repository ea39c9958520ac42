import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { LedgerClock } from '../../../people/ledger/ledger-clock.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { noSuchVideo, type ShowcaseVideoRow, videoMoved } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';

/** Within a transaction: a finished video, which nobody else changes until its end. */
@Injectable()
export class VideoLocks {
  constructor(
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly clock: LedgerClock,
  ) {}

  /**
   * Locks whoever has the video and the `others`, and then the video, as people are locked before their videos everywhere.
   * @returns it, and a time for the ledger after the last word of all these people; null where there is no such video
   * @throws AppError 409 `video_moved` where it went to somebody else just then
   */
  async lockWithPerson(
    id: string,
    transaction: Transaction,
    others: string[] = [],
  ): Promise<{ video: ShowcaseVideoRow; at: Date } | null> {
    const participantId = isUUID(id) ? await this.rows.findPerson(id, transaction) : null;
    if (participantId === null) return null;
    const at = await this.clock.tickTogether([participantId, ...others], transaction);
    const video = await this.rows.findLocked(id, transaction);
    if (video && video.participantId !== participantId) throw videoMoved();
    return video && { video, at };
  }

  /**
   * Where the transaction holds the person: one of their videos.
   * @throws AppError 404 for the video of somebody else
   */
  async lockOwn(id: string, participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow> {
    const video = isUUID(id) ? await this.rows.findLocked(id, transaction) : null;
    if (video?.participantId !== participantId) throw noSuchVideo();
    return video;
  }
}

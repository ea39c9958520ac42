import { Injectable } from '@nestjs/common';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PersonVideosService } from './person-videos.service.js';
import { VideoTakeBacks } from './video-take-backs.service.js';
import { contentHashOf } from '../releases/standing/release-state.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';

/** What was said of finished videos comes to hold again where the database is older than the ledger: parts of a transaction. */
@Injectable()
export class VideoRepeats {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly releases: ReleasesService,
    private readonly personVideos: PersonVideosService,
    private readonly takeBacks: VideoTakeBacks,
    private readonly audit: AuditService,
  ) {}

  /**
   * A "no" of that time, which an older database does not know. What it knows may have been said to another film, which stood
   * there then. Returns the video as it was, where it did not.
   * @param by whose word it is, which says nothing of anybody else's video, and the times of all that the ledger has of them;
   *   null: of somebody who is not there, whoever has the video now
   */
  async refuseAgain(
    id: string,
    at: Date,
    by: { participantId: string; times: readonly Date[] } | null,
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow | null> {
    const video = await this.rows.findLocked(id, transaction);
    if (!video || (by !== null && by.participantId !== video.participantId)) return null;
    if (video.release !== null && new Date(video.release.at) >= at) return null;
    if (await this.releases.knows(video.participantId, at, by?.times ?? null, transaction)) return null;
    await this.releases.refuse(video, transaction, at);
    await this.takeBacks.unapproveUnreleasedOf(video.participantId, { coveredAt: by && at }, transaction);
    return video;
  }

  /**
   * A "no" of before a yes to the video, where it shows something else here than that was said to. Returns as `refuseAgain`.
   * @param content a hash of what it was said to; earlier versions kept none
   * @param refusedAt when it was refused last before; null where it was not
   */
  async refuseOtherAgain(
    { id, content }: { id: string; content?: string },
    refusedAt: Date | null,
    by: { participantId: string; times: readonly Date[] },
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow | null> {
    if (content === undefined || refusedAt === null) return null;
    const video = await this.rows.findLocked(id, transaction);
    if (!video || contentHashOf(video) === content) return null;
    return this.refuseAgain(id, refusedAt, by, transaction);
  }

  /** An older cut that was not to be shown any more at that time, which an older database does not know. Returns as `moveAgain`. */
  async takeBackCoveredAgain(id: string, participantId: string, at: Date, transaction: Transaction): Promise<boolean> {
    const video = await this.rows.findLocked(id, transaction);
    if (video?.participantId !== participantId || video.approvedAt === null || video.approvedAt > at) return false;
    // Approved again by a clock that was put back.
    if (await this.releases.knows(participantId, at, null, transaction)) return false;
    await this.videos.setApproved(id, false, transaction);
    await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
    return true;
  }

  /**
   * A move of that time, which an older database does not know: it waits for approval again, with its person; where they
   * are not there, where it was. Returns whether anything changed.
   */
  async moveAgain(
    id: string,
    { participantId, at, isThere }: { participantId: string; at: Date; isThere: boolean },
    transaction: Transaction,
  ): Promise<boolean> {
    const video = await this.rows.findLocked(id, transaction);
    if (!video || video.participantId === participantId || !(isThere || video.isApproved)) return false;
    // Moved on since, by another server.
    const movedAt = await this.videos.findMovedAt(id, transaction);
    if (movedAt !== null && movedAt >= at) return false;
    const { questionId } = video;
    const placed = { participantId: isThere ? participantId : video.participantId, questionId, isApproved: false };
    await this.videos.place(id, placed, transaction);
    if (isThere) await this.videos.setMovedAt(id, at, transaction);
    await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
    return true;
  }

  /** A removal by a producer, whoever an older database shows it with. Returns whether it was still there. */
  async discardAgain(id: string, transaction: Transaction): Promise<boolean> {
    const video = await this.rows.findLocked(id, transaction);
    if (video) await this.personVideos.discard(video, transaction);
    return video !== null;
  }

  /** A removal of that time, whoever an older database shows it with. Returns what was still there. */
  async removeAnyones(id: string, at: Date, transaction: Transaction): Promise<ShowcaseVideoRow | null> {
    const video = await this.rows.findLocked(id, transaction);
    if (video) await this.personVideos.removeWithNo([video], at, transaction);
    return video;
  }
}

import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../contract/staff/audit.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { VideoLocks } from './video-locks.service.js';
import { VideoTakeBacks } from './video-take-backs.service.js';
import { cutHashOf } from '../releases/standing/release-state.js';
import { noSuchVideo, type ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';

/**
 * The transactions in which staff change a showcase video. What changes is committed first and then published: when the call
 * that makes it has resolved, the public sees it. Every call may be repeated; two at once do no harm.
 */
@Injectable()
export class VideoTransactions {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly locks: VideoLocks,
    private readonly takeBacks: VideoTakeBacks,
    private readonly audit: AuditService,
  ) {}

  /**
   * Changes a video while nobody else can; returns it as it was before. Whoever has it, and the others, say nothing meanwhile:
   * `work` gets a time after their last word.
   */
  run(
    id: string,
    work: (video: ShowcaseVideoRow, transaction: Transaction, at: Date) => Promise<void>,
    others: string[] = [],
  ): Promise<ShowcaseVideoRow> {
    return this.videos.transact(async (transaction) => {
      const held = await this.locks.lockWithPerson(id, transaction, others);
      if (!held) throw noSuchVideo();
      const { video, at } = held;
      await work(video, transaction, at);
      const after = video.isApproved ? await this.rows.find(id, transaction) : null;
      const isAnotherCut = after !== null && cutHashOf(after) !== cutHashOf(video);
      // What it covers at its new place was public until now.
      const coveredAt = after?.questionId === video.questionId ? at : null;
      await this.takeBacks.unapproveUnreleased(id, { isAnotherCut, coveredAt }, transaction);
      return video;
    });
  }

  note(action: AuditAction, id: string, transaction: Transaction): Promise<void> {
    return this.audit.record(action, { type: 'video', id }, transaction);
  }
}

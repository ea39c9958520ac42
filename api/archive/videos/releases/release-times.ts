import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { releaseWording } from '../../../contract/videos/releases.js';
import { ReceiptsService } from '../../../people/consent/receipts.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { BackgroundWork } from '../../../platform/jobs/background-work.js';
import { ElsewhereService } from '../../elsewhere/elsewhere.service.js';
import { Publisher } from '../../publishing/publisher.js';
import { VideoTakeBacks } from '../changes/video-take-backs.service.js';
import { cutHashOf } from './standing/release-state.js';
import { ReleasesRepository } from './standing/releases.repository.js';

const POLL_INTERVAL_MS = 20_000;

/**
 * Days that people have set: what is over is approved no more, and what may be public from now on is shown. When producers
 * publish is `VideoApproval.approve`. What is due is read from the database at each look, so that nothing is missed
 * by a restart, or by a clock that jumps either way.
 */
@Injectable()
export class ReleaseTimes implements OnModuleInit {
  private readonly logger = new Logger('Releases');
  /** Of the last look; of the time before the tree was brought in step for the first time. */
  private passed = '';

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly releases: ReleasesRepository,
    private readonly takeBacks: VideoTakeBacks,
    private readonly receipts: ReceiptsService,
    private readonly audit: AuditService,
    private readonly publisher: Publisher,
    private readonly elsewhere: ElsewhereService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.passed = await this.releases.passedMoments();
  }

  @Interval(POLL_INTERVAL_MS)
  async lookRegularly(): Promise<void> {
    if (!this.backgroundWork.isDoneHere) return;
    try {
      await this.look();
    } catch (error) {
      this.logger.error(error);
    }
  }

  /** When it resolves, the public sees what the days allow that people have set. */
  async look(): Promise<void> {
    const passed = await this.releases.passedMoments();
    let taken = 0;
    for (const id of await this.releases.findOver()) taken += await this.takeBack(id);
    if (taken > 0 || this.passed !== passed) await this.publisher.bringUpToDate();
    this.passed = passed;
  }

  /** Returns how many that were: none where somebody was faster. */
  private async takeBack(id: string): Promise<number> {
    const taken = await this.takeBacks.unapproveOver(id, async (video, transaction) => {
      await this.audit.record('release_over', { type: 'video', id }, transaction);
      await this.receipts.append(transaction, {
        subject: { participantId: video.participantId },
        kind: 'release_withdrawn',
        actor: 'system',
        method: 'automatic',
        wording: releaseWording(video.writtenAnswerId !== null),
        cutHash: Buffer.from(cutHashOf(video), 'hex'),
        details: { timeIsOver: true },
      });
      const { participantId } = video;
      await this.elsewhere.recall({ participantId, cause: 'ended', videos: [video] }, transaction);
    });
    this.publisher.block(...taken);
    return taken.length;
  }
}

import { Injectable } from '@nestjs/common';
import type { DeleteShowcaseVideoRequest } from '../../../contract/videos/showcase.js';
import { MediaService } from '../../../media/store/media.service.js';
import { afterCommit } from '../../../people/ledger/after-commit.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { runAll } from '../../../platform/jobs/run-all.js';
import { Publisher } from '../../publishing/publisher.js';
import { LookedAt } from './looked-at.js';
import { PersonVideosService } from './person-videos.service.js';
import { VideoTransactions } from './video-transactions.service.js';

/** Showcase videos that staff delete. */
@Injectable()
export class VideoRemoval {
  constructor(
    private readonly transactions: VideoTransactions,
    private readonly lookedAt: LookedAt,
    private readonly personVideos: PersonVideosService,
    private readonly ledger: WithdrawalLedger,
    private readonly media: MediaService,
    private readonly publisher: Publisher,
  ) {}

  /**
   * When it resolves, neither the public nor staff can reach anything of it.
   * @throws AppError 409 `video_changed` with the difference when it is not what was looked at any more
   */
  async remove(id: string, lookedAt: DeleteShowcaseVideoRequest = {}): Promise<void> {
    const video = await this.transactions.run(id, async (row, transaction) => {
      await this.lookedAt.require(row, lookedAt, transaction);
      // While it is still known whose it is.
      await this.transactions.note('video_deleted', id, transaction);
      await this.personVideos.discard(row, transaction);
    });
    if (video.isApproved) this.publisher.block(video);
    await runAll(
      // An older backup shows it still. Only now: it is nobody's "no", and what was not deleted may be published yet.
      () => afterCommit(() => this.ledger.append({ kind: 'deleted', participantId: null, id: video.id })),
      () => this.publisher.bringUpToDate(),
      () => this.media.sweepDeletions(),
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { ApproveShowcaseVideoRequest, ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PublicCopiesService } from '../../../media/transcode/public-copies.service.js';
import { VideoRenditionsService } from '../../../media/transcode/video-renditions.service.js';
import { ConsentRules } from '../../../people/consent/consent-rules.service.js';
import { UnclaimedBeginnings } from '../../../people/participants/unclaimed-beginnings.service.js';
import { StoryChoicesService } from '../../../people/participants/story-choices.service.js';
import { Publisher } from '../../publishing/publisher.js';
import { LookedAt } from './looked-at.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { ShowcaseVideosService } from '../catalogue/showcase-videos.service.js';
import { type ShowcaseVideoRow, unclaimed } from '../catalogue/showcase-video-row.js';
import { VideoTransactions } from './video-transactions.service.js';

/** Which showcase videos the public sees. */
@Injectable()
export class VideoApproval {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly transactions: VideoTransactions,
    private readonly videos: ShowcaseChangesRepository,
    private readonly lookedAt: LookedAt,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly consentRules: ConsentRules,
    private readonly choices: StoryChoicesService,
    private readonly releases: ReleasesService,
    private readonly copies: PublicCopiesService,
    private readonly renditions: VideoRenditionsService,
    private readonly publisher: Publisher,
  ) {}

  /**
   * When it resolves, the story's page is live. Its video plays there, unless only the conversion rids the file of what it
   * tells, or this server has no tools for that: then the page says so until it does.
   * @throws AppError 409 `video_changed` with the difference when it is not what was looked at any more; 409 `unclaimed`
   *   while the owner of the e-mail has not said whether the story is theirs; 409 `story_hidden`, `story_withdrawn` when
   *   they have said that nothing of it may be public; 409 `guardian_decides`; 409 `release_refused` after a "no" to this film, and after a wish
   *   for changes of this very cut; 409 `release_missing` where a release is required
   */
  async approve(id: string, lookedAt: ApproveShowcaseVideoRequest = {}): Promise<ShowcaseVideo> {
    const { mediaId } = await this.showcaseVideos.require(id);
    if (mediaId !== null) await this.copies.ready(mediaId);
    await this.transactions.run(id, async (video, transaction) => {
      await this.lookedAt.require(video, lookedAt, transaction);
      await this.requireApprovable(video, transaction);
      if (await this.videos.setApproved(id, true, transaction))
        await this.transactions.note('video_approved', id, transaction);
    });
    try {
      if (mediaId !== null) await this.renditions.moveToLine(mediaId, 'approved');
    } finally {
      await this.publisher.bringUpToDate();
    }
    return this.showcaseVideos.find(id);
  }

  /** What is claimed, what was agreed to, what its person has decided of their story, and what they have said to this cut. */
  private async requireApprovable(video: ShowcaseVideoRow, transaction: Transaction): Promise<void> {
    const { isApproved, participantId, createdAt } = video;
    if (!isApproved && (await this.beginnings.find(participantId, transaction))) throw unclaimed('approved');
    await this.consentRules.requirePublishable(participantId, createdAt, transaction);
    await this.choices.requirePublishable(participantId, transaction);
    this.releases.requirePublishable(video);
  }

  /** When it resolves, nothing of the video is public. */
  async unapprove(id: string): Promise<ShowcaseVideo> {
    const video = await this.transactions.run(id, async (_video, transaction) => {
      if (await this.videos.setApproved(id, false, transaction))
        await this.transactions.note('video_unapproved', id, transaction);
    });
    if (video.isApproved) this.publisher.block(video);
    try {
      if (video.mediaId !== null) await this.renditions.moveToLine(video.mediaId, 'staff');
    } finally {
      await this.publisher.bringUpToDate();
    }
    return this.showcaseVideos.find(id);
  }

  /** What is made of a public video is public with it. */
  async publishRendition(mediaId: string): Promise<void> {
    const isPublic = await this.videos.transact((transaction) => this.videos.touch({ mediaId }, transaction));
    if (isPublic) await this.publisher.bringUpToDate();
  }
}

import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { MediaService } from '../../../media/store/media.service.js';
import { Publisher } from '../../publishing/publisher.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { HostedThumbnailsRepository } from './hosted-thumbnails.repository.js';
import { HostedThumbnailsWorker } from './hosted-thumbnails.worker.js';

/** Videos that stand at a host, with the pictures of them that are kept here. */
@Injectable()
export class HostedVideosService {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly thumbnails: HostedThumbnailsRepository,
    private readonly thumbnailsWorker: HostedThumbnailsWorker,
    private readonly media: MediaService,
    private readonly publisher: Publisher,
  ) {}

  /** Within the making of a video: its host is to be asked for a picture, by `fetchThumbnail` after the commit. */
  requestThumbnail(videoId: string, transaction: Transaction): Promise<void> {
    return this.thumbnails.request(videoId, transaction);
  }

  fetchThumbnail(videoId: string): void {
    this.thumbnailsWorker.fetchSoon(videoId);
  }

  /** The video stands at this address from now on; its file or the picture of its former address goes. */
  async move(video: ShowcaseVideoRow, address: string, transaction: Transaction): Promise<void> {
    const mediaIds = await this.takeFiles([video], transaction);
    await this.videos.move(video.id, address, transaction);
    await this.media.scheduleRemoval(mediaIds, transaction);
    await this.thumbnails.request(video.id, transaction);
  }

  /** After the commit of `move`: the public sees nothing more of what the video was before. */
  async leave(before: ShowcaseVideoRow): Promise<void> {
    if (before.isApproved && before.mediaId !== null) this.publisher.block(before);
    await this.media.sweepDeletions();
    this.fetchThumbnail(before.id);
  }

  /** Everything that is kept of these videos, to be removed with them; their pictures are forgotten. */
  async takeFiles(videos: ShowcaseVideoRow[], transaction: Transaction): Promise<string[]> {
    const ids = videos.map(({ id }) => id);
    return [...videos.flatMap(({ mediaId }) => mediaId ?? []), ...(await this.thumbnails.take(ids, transaction))];
  }
}

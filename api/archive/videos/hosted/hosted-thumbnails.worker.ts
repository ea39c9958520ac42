import { Injectable } from '@nestjs/common';
import { parseHostedVideo } from '../../../contract/media/hosted-video.js';
import { BackgroundWork } from '../../../platform/jobs/background-work.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { QueueWorker } from '../../../platform/jobs/queue-worker.js';
import { NewMediaService } from '../../../media/store/new-media.service.js';
import { Publisher } from '../../publishing/publisher.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { HostedThumbnailsRepository } from './hosted-thumbnails.repository.js';
import { VideoHosts } from './video-hosts.js';

const MINUTE_MS = 60_000;
/** After each try in vain; after as many the video does without a picture. */
const PAUSES_MS = [10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
const JPEG = { mimeType: 'image/jpeg', extension: 'jpg' };

/** The video was moved or removed while its picture was fetched. */
class VideoMoved extends Error {}

type ChangePicture = (videoId: string, transaction: Transaction, change: () => Promise<void>) => Promise<void>;

/** Asks the hosts for pictures of their videos. Nothing of it runs where no video stands at a host. */
@Injectable()
export class HostedThumbnailsWorker extends QueueWorker {
  private changePicture: ChangePicture = (_videoId, _transaction, change) => change();

  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly thumbnails: HostedThumbnailsRepository,
    private readonly videos: ShowcaseChangesRepository,
    private readonly hosts: VideoHosts,
    private readonly newMedia: NewMediaService,
    private readonly publisher: Publisher,
  ) {
    super(backgroundWork, jobs, { queue: 'fetch-hosted-thumbnail', idName: 'videoId', name: 'Thumbnails' });
  }

  /** What stands around it in the same transaction when a video gets its picture, which the public sees. */
  changeWithin(changePicture: ChangePicture): void {
    this.changePicture = changePicture;
  }

  fetchSoon(videoId: string): void {
    this.addSoon(async () => [videoId]);
  }

  protected override findDue(): Promise<string[]> {
    return this.thumbnails.findDue();
  }

  protected override async work(videoId: string, signal: AbortSignal): Promise<void> {
    const wanted = await this.thumbnails.find(videoId);
    if (!wanted) return;
    const picture = await this.ask(wanted.videoUrl, signal);
    const isSettled = picture
      ? await this.keep(videoId, wanted.videoUrl, picture)
      : await this.thumbnails.putOff(videoId, wanted.videoUrl, nextTry(wanted.tries));
    // Moved meanwhile, when it could not be queued a second time.
    if (!isSettled) await this.work(videoId, signal);
  }

  /** Null when the host gave none: what it cannot give now it may give later. */
  private async ask(videoUrl: string, signal: AbortSignal): Promise<Buffer | null> {
    try {
      return await this.hosts.fetchThumbnail(parseHostedVideo(videoUrl)!, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.debug(`No picture of ${videoUrl}: ${String(error)}`);
      return null;
    }
  }

  /** False when the video has been moved or removed meanwhile. */
  private async keep(videoId: string, videoUrl: string, picture: Buffer): Promise<boolean> {
    try {
      const isPublic = await this.newMedia.storeMade([{ type: JPEG, bytes: picture }], async ([file], transaction) => {
        let wasPublic = false;
        await this.changePicture(videoId, transaction, async () => {
          if (!(await this.thumbnails.keep(videoId, videoUrl, file!.id, transaction))) throw new VideoMoved();
          wasPublic = await this.videos.touch({ id: videoId }, transaction);
        });
        return wasPublic;
      });
      if (isPublic) await this.publisher.bringUpToDate();
      return true;
    } catch (error) {
      if (error instanceof VideoMoved) return false;
      throw error;
    }
  }
}

/** Null after the last try. */
function nextTry(tries: number): Date | null {
  const pause = PAUSES_MS[tries];
  return pause === undefined ? null : new Date(Date.now() + pause);
}

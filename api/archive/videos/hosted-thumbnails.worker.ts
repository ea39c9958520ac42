import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { parseHostedVideo } from '../../contract/hosted-video.js';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { MediaService } from '../../media/store/media.service.js';
import { Publisher } from '../publishing/publisher.js';
import { ShowcaseVideosRepository } from './showcase-videos.repository.js';
import { HostedThumbnailsRepository } from './hosted-thumbnails.repository.js';
import { VideoHosts } from './video-hosts.js';

const QUEUE = 'fetch-hosted-thumbnail';
const MINUTE_MS = 60_000;
const LOOK_INTERVAL_MS = 10 * MINUTE_MS;
/** After each try in vain; after as many the video does without a picture. */
const PAUSES_MS = [10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
const JPEG = { mimeType: 'image/jpeg', extension: 'jpg' };

interface Job {
  videoId: string;
}

/** The video was moved or removed while its picture was fetched. */
class VideoMoved extends Error {}

/** Asks the hosts for pictures of their videos, beside everything else. */
@Injectable()
export class HostedThumbnailsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Thumbnails');
  private isStopping = false;
  /** Nothing of it runs where no video stands at a host. */
  private working: Promise<void> | null = null;
  private background: Promise<void> = Promise.resolve();

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly queue: JobQueue,
    private readonly thumbnails: HostedThumbnailsRepository,
    private readonly videos: ShowcaseVideosRepository,
    private readonly hosts: VideoHosts,
    private readonly media: MediaService,
    private readonly publisher: Publisher,
  ) {}

  onApplicationBootstrap(): void {
    void this.look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.background;
  }

  /** Queues what was put off, and what was not queued when it came; never rejects. */
  @Interval(LOOK_INTERVAL_MS)
  look(): Promise<void> {
    return this.inBackground(async () => this.add(await this.thumbnails.findDue()));
  }

  fetchSoon(videoId: string): void {
    void this.inBackground(() => this.add([videoId]));
  }

  private async fetch(videoId: string, signal: AbortSignal): Promise<void> {
    const wanted = await this.thumbnails.find(videoId);
    if (!wanted) return;
    const picture = await this.ask(wanted.videoUrl, signal);
    const isSettled = picture
      ? await this.keep(videoId, wanted.videoUrl, picture)
      : await this.thumbnails.putOff(videoId, wanted.videoUrl, nextTry(wanted.tries));
    // Moved meanwhile, when it could not be queued a second time.
    if (!isSettled) await this.fetch(videoId, signal);
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
      const isPublic = await this.media.keepMade([{ type: JPEG, bytes: picture }], async ([file], transaction) => {
        if (!(await this.thumbnails.keep(videoId, videoUrl, file!.id, transaction))) throw new VideoMoved();
        return this.videos.touch({ id: videoId }, transaction);
      });
      if (isPublic) await this.publisher.bringUpToDate();
      return true;
    } catch (error) {
      if (error instanceof VideoMoved) return false;
      throw error;
    }
  }

  private inBackground(work: () => Promise<void>): Promise<void> {
    if (!this.backgroundWork.isWanted) return this.background;
    this.background = this.background.then(work).catch((error: unknown) => {
      if (!this.isStopping) this.logger.error(error);
    });
    return this.background;
  }

  private work(): Promise<void> {
    this.working ??= this.queue
      .work<Job>(QUEUE, ({ videoId }, signal) => this.fetch(videoId, signal))
      .catch((error: unknown) => {
        this.working = null;
        throw error;
      });
    return this.working;
  }

  private async add(videoIds: string[]): Promise<void> {
    if (videoIds.length === 0 || this.isStopping) return;
    await this.work();
    for (const videoId of videoIds) await this.queue.add(QUEUE, videoId, { videoId } satisfies Job);
  }
}

/** Null after the last try. */
function nextTry(tries: number): Date | null {
  const pause = PAUSES_MS[tries];
  return pause === undefined ? null : new Date(Date.now() + pause);
}

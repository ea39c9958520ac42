import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BackgroundWork } from '../../jobs/background-work.js';
import { JobQueue } from '../../jobs/job-queue.js';
import { PreparationRequests } from './preparation-requests.js';
import { PreparationsRepository } from './preparations.repository.js';
import { VideoPreparer } from './video-preparer.js';
import { VideoToolbox } from './video-toolbox.js';

const QUEUE = 'prepare-video';
/** What was not queued when it came, because the server stopped just then, is found at the next look. */
const LOOK_INTERVAL_MS = 10 * 60_000;

interface Job {
  mediaId: string;
}

/** Prepares videos beside everything else, one at a time, where there are video tools. */
@Injectable()
export class PreparationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Videos');
  private isWorking = false;
  private isStopping = false;
  /** What is under way beside everything else. */
  private background: Promise<void> = Promise.resolve();

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly toolbox: VideoToolbox,
    private readonly queue: JobQueue,
    private readonly requests: PreparationRequests,
    private readonly preparations: PreparationsRepository,
    private readonly preparer: VideoPreparer,
  ) {}

  /** The server is ready without it. */
  onApplicationBootstrap(): void {
    if (this.backgroundWork.isWanted) this.inBackground(() => this.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.background;
  }

  @Interval(LOOK_INTERVAL_MS)
  async look(): Promise<void> {
    if (!this.isWorking) return;
    await this.preparations.setAvailable(true);
    await this.add(await this.preparations.findOpen());
  }

  private async start(): Promise<void> {
    const tools = await this.toolbox.open();
    if (!tools) {
      this.requests.turnOff();
      await this.preparations.setAvailable(false);
      return;
    }
    await this.queue.work<Job>(QUEUE, ({ mediaId }, signal) => this.preparer.prepare(mediaId, tools, signal));
    this.isWorking = true;
    this.requests.listen((mediaIds) => this.inBackground(() => this.add(mediaIds)));
    await this.look();
  }

  private inBackground(work: () => Promise<void>): void {
    this.background = this.background.then(work).catch((error: unknown) => {
      if (!this.isStopping) this.logger.error(error);
    });
  }

  private async add(mediaIds: string[]): Promise<void> {
    for (const mediaId of mediaIds)
      if (!this.isStopping) await this.queue.add(QUEUE, mediaId, { mediaId } satisfies Job);
  }
}

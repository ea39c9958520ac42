import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { PreparationRequests } from '../store/preparation-requests.js';
import { PreparationsRepository } from './preparations.repository.js';
import { PublicCopiesService } from './public-copies.service.js';
import { VideoPreparer } from './video-preparer.js';
import { VideoToolbox } from './video-toolbox.js';
import type { VideoTools } from './video-tools.js';
import { WorkFolders } from './work-folders.js';

/** A job says that something waits. What is done first is decided when it begins. */
const QUEUE = 'prepare-video';
/** Seconds each, and somebody waits for them: they have a queue of their own. */
const COPY_QUEUE = 'copy-video';
/** What was not queued when it came, because the server stopped just then, is found at the next look. */
const LOOK_INTERVAL_MS = 10 * 60_000;
const LOOK_AFTER_MS = 100;

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
  private nextLook: NodeJS.Timeout | undefined;

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly toolbox: VideoToolbox,
    private readonly queue: JobQueue,
    private readonly requests: PreparationRequests,
    private readonly preparations: PreparationsRepository,
    private readonly preparer: VideoPreparer,
    private readonly copies: PublicCopiesService,
    private readonly folders: WorkFolders,
  ) {}

  /** The server is ready without it. */
  onApplicationBootstrap(): void {
    if (this.backgroundWork.isWanted) this.inBackground(() => this.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.nextLook);
    await this.background;
  }

  @Interval(LOOK_INTERVAL_MS)
  async look(): Promise<void> {
    if (!this.isWorking) return;
    await this.preparations.setAvailable(true);
    await this.add(COPY_QUEUE, await this.preparations.findWantedCopies());
    await this.add(QUEUE, await this.preparations.findOpen());
    await this.copies.removeSpent();
    await this.folders.sweep();
  }

  private async start(): Promise<void> {
    const tools = await this.toolbox.open();
    if (!tools) {
      this.requests.turnOff();
      await this.preparations.setAvailable(false);
      return;
    }
    await this.queue.work<Job>(COPY_QUEUE, ({ mediaId }, signal) => this.copies.make(mediaId, tools, signal));
    await this.queue.work<Job>(QUEUE, (_job, signal) => this.prepareAll(tools, signal));
    this.isWorking = true;
    this.requests.listen({
      videos: (mediaIds) => this.inBackground(() => this.add(QUEUE, mediaIds)),
      copies: (mediaIds) => this.inBackground(() => this.add(COPY_QUEUE, mediaIds)),
    });
    await this.look();
  }

  /** Until nothing waits. What a failure of this machine has put off, or another server may have lost, is looked at again. */
  private async prepareAll(tools: VideoTools, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await this.preparer.prepareNext(tools, signal)));
    } finally {
      if (!signal.aborted) await this.lookAgain();
    }
  }

  private async lookAgain(): Promise<void> {
    const seconds = await this.preparations.secondsUntilFree();
    clearTimeout(this.nextLook);
    if (seconds === null || this.isStopping) return;
    const look = () => this.inBackground(() => this.look());
    this.nextLook = setTimeout(look, seconds * 1000 + LOOK_AFTER_MS).unref();
  }

  private inBackground(work: () => Promise<void>): void {
    this.background = this.background.then(work).catch((error: unknown) => {
      if (!this.isStopping) this.logger.error(error);
    });
  }

  private async add(queue: string, mediaIds: string[]): Promise<void> {
    for (const mediaId of mediaIds)
      if (!this.isStopping) await this.queue.add(queue, mediaId, { mediaId } satisfies Job);
  }
}

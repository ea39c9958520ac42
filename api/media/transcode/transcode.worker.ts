import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import { TranscodesRepository } from './transcodes.repository.js';
import { PublicCopiesService } from './public-copies.service.js';
import { VideoTranscoder } from './video-transcoder.js';
import { FfmpegLocator } from './ffmpeg-locator.js';
import { WorkFolders } from './work-folders.js';

/** Before a video is looked at again whose row somebody was just changing, as an approval does. */
const PAUSE_MS = 250;

/** Transcodes videos, one at a time, where there are video tools. */
@Injectable()
export class TranscodeWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly locator: FfmpegLocator,
    private readonly requests: TranscodeRequests,
    private readonly transcodes: TranscodesRepository,
    private readonly transcoder: VideoTranscoder,
    private readonly folders: WorkFolders,
  ) {
    super(backgroundWork, jobs, { queue: 'prepare-video', idName: 'mediaId', name: 'Videos' });
  }

  protected override async prepare(): Promise<boolean> {
    if (!(await this.locator.open())) {
      // Whoever began before that was known may be done only after it; where that fails, the next start sees to it.
      this.requests.videos.subscribe((mediaIds) => this.transcodes.leaveAsTheyCame(mediaIds).catch(() => undefined));
      this.requests.turnOff();
      await this.transcodes.setAvailable(false);
      return false;
    }
    await this.listen();
    this.requests.videos.subscribe((mediaIds) => this.addSoon(async () => mediaIds));
    return true;
  }

  protected override async findDue(): Promise<string[]> {
    await this.transcodes.setAvailable(true);
    await this.folders.sweep();
    return this.transcodes.findOpen();
  }

  /** A job says that something waits: whose turn it is, is decided when it begins. It goes on until nothing waits. */
  protected override async work(_mediaId: string, signal: AbortSignal): Promise<void> {
    const tools = await this.locator.require();
    while (!signal.aborted) {
      if (await this.transcoder.transcodeNext(tools, signal)) continue;
      if (!(await this.transcodes.isAnyFree())) return;
      await wait(PAUSE_MS, undefined, { signal });
    }
  }

  /** What a failure of this machine has put off, or another server may have lost. */
  protected override secondsUntilDue(): Promise<number | null> {
    return this.transcodes.secondsUntilFree();
  }
}

/** Makes copies for the public. They take seconds each, and somebody waits for them: they have a queue of their own. */
@Injectable()
export class PublicCopiesWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly locator: FfmpegLocator,
    private readonly requests: TranscodeRequests,
    private readonly transcodes: TranscodesRepository,
    private readonly copies: PublicCopiesService,
  ) {
    super(backgroundWork, jobs, { queue: 'copy-video', idName: 'mediaId', name: 'Videos' });
  }

  protected override async prepare(): Promise<boolean> {
    if (!(await this.locator.open())) return false;
    await this.listen();
    this.requests.copies.subscribe((mediaIds) => this.addSoon(async () => mediaIds));
    return true;
  }

  protected override async findDue(): Promise<string[]> {
    await this.copies.removeSpent();
    return this.transcodes.findWantedCopies();
  }

  protected override async work(mediaId: string, signal: AbortSignal): Promise<void> {
    await this.copies.make(mediaId, await this.locator.require(), signal);
  }
}

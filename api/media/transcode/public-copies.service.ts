import type { Transaction } from '../../platform/database/transaction.js';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { MediaService } from '../store/media.service.js';
import { NewMediaService } from '../store/new-media.service.js';
import { readLazily } from '../store/read-lazily.js';
import type { MediaType } from '../store/media-types.js';
import { FfmpegLocator } from './ffmpeg-locator.js';
import { bareContainer } from './rendition-plan.js';
import { VideoProblem } from './video-problem.js';
import type { ProbedVideo, VideoTools } from './video-tools.js';
import { RenditionReady } from './video-renditions.service.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import { WorkFolders } from '../store/work-folders.js';
import { TranscodesRepository } from './transcodes.repository.js';

/** A copy takes seconds. Whoever waits for it is not kept longer than their browser, or a proxy, would wait. */
const WAITED_FOR_MS = 45_000;
const POLL_INTERVAL_MS = 100;

/** No copy is needed any more. */
class CopyNotWanted extends Error {}

/**
 * What the public plays of a video before it is converted: its picture and sound as they came, without anything else that
 * the file tells. The file itself is never public.
 */
@Injectable()
export class PublicCopiesService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Videos');
  private isStopping = false;

  constructor(
    private readonly folders: WorkFolders,
    private readonly transcodes: TranscodesRepository,
    private readonly transcodeRequests: TranscodeRequests,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly renditionReady: RenditionReady,
  ) {}

  /**
   * Has a copy made, unless the video is converted already. Resolves when it is there, when it is known that there will be
   * none before the conversion, or after a while: then it comes by itself.
   */
  async ready(mediaId: string): Promise<void> {
    if (!(await this.transcodes.wantCopy(mediaId))) return;
    await this.transcodeRequests.copies.emit([mediaId]);
    const end = Date.now() + WAITED_FOR_MS;
    while (!this.isStopping && Date.now() < end && (await this.transcodes.isCopyAwaited(mediaId))) {
      await wait(POLL_INTERVAL_MS);
    }
  }

  /** Whoever waits is answered before the server stops; the copy comes after its next start. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /**
   * Makes the copy of one video, if one is wanted.
   * @throws Error when it could not be made now, but may be later
   */
  async make(mediaId: string, tools: VideoTools, signal: AbortSignal): Promise<void> {
    if (!(await this.transcodes.isCopyAwaited(mediaId))) return;
    const original = await this.media.findFile(mediaId);
    if (!original) return;
    try {
      await this.folders.use(`copy-${mediaId}`, async (folder) => {
        const source = await this.media.fileFor(original, folder);
        const probed = await tools.probe(source, { signal });
        const type = copyType(probed);
        if (!type) return this.giveUp(mediaId);
        const target = path.join(folder, `copy.${type.extension}`);
        await tools.bare(source, probed, target, { signal });
        await this.keep(mediaId, target, type);
      });
    } catch (error) {
      if (error instanceof CopyNotWanted) return;
      if (!(error instanceof VideoProblem)) throw error;
      this.logger.debug(`No copy of ${mediaId}: ${error.message} ${error.detail}`);
      await this.giveUp(mediaId);
    }
  }

  /** Removes the copies that nobody can be watching any more. */
  async removeSpent(): Promise<void> {
    const count = await this.transcodes.transact(async (transaction) => {
      const spent = await this.transcodes.takeSpentCopies(transaction);
      if (spent.length > 0) await this.media.scheduleRemoval(spent, transaction);
      return spent.length;
    });
    if (count > 0) await this.media.sweepDeletions();
  }

  private async keep(mediaId: string, file: string, type: CopyType): Promise<void> {
    const made = { type, bytes: readLazily(file) };
    await this.newMedia.storeMade([made], async ([copy], transaction: Transaction) => {
      if (!(await this.transcodes.noteCopy(mediaId, copy!.id, transaction))) throw new CopyNotWanted();
    });
    await this.renditionReady.emit(mediaId);
  }

  private async giveUp(mediaId: string): Promise<void> {
    await this.transcodes.noteCopy(mediaId, null);
  }
}

/** Makes copies for the public. They take seconds each, and somebody waits for them: they have a queue of their own. */
@Injectable()
export class PublicCopiesWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly locator: FfmpegLocator,
    private readonly transcodeRequests: TranscodeRequests,
    private readonly transcodes: TranscodesRepository,
    private readonly copies: PublicCopiesService,
  ) {
    super(backgroundWork, jobs, { queue: 'copy-video', idName: 'mediaId', name: 'Videos' });
  }

  protected override async prepare(): Promise<boolean> {
    if (!(await this.locator.open())) return false;
    await this.listen();
    this.transcodeRequests.copies.subscribe((mediaIds) => this.addSoon(async () => mediaIds));
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

type CopyType = Pick<MediaType, 'mimeType' | 'extension'>;

/** Null where only the conversion helps. */
function copyType(probed: ProbedVideo): CopyType | null {
  const container = bareContainer(probed);
  if (container === 'mp4' && !probed.picture) return { mimeType: 'audio/mp4', extension: 'm4a' };
  return container && { mimeType: `video/${container}`, extension: container };
}

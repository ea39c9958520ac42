import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BackgroundWork } from '../../platform/jobs/background-work.js';
import { ATTEMPTS_MAX, whileHeld } from '../../platform/jobs/held-work.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../platform/jobs/queue-worker.js';
import { Images } from '../renditions/images.js';
import type { MediaFile } from '../store/media-file.entity.js';
import { MediaService } from '../store/media.service.js';
import { type MadeFile, NewMediaService } from '../store/new-media.service.js';
import { readLazily } from '../store/read-lazily.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import { WorkFolders } from '../store/work-folders.js';
import { FfmpegLocator } from './ffmpeg-locator.js';
import { timeLimitMs, withinTime } from './time-limit.js';
import { type Claimed, type Outcome, TranscodesRepository } from './transcodes.repository.js';
import { VideoProblem } from './video-problem.js';
import type { ProbedVideo, VideoTools } from './video-tools.js';
import { RenditionReady } from './video-renditions.service.js';

/** Before a video is looked at again whose row somebody was just changing, as an approval does. */
const PAUSE_MS = 250;

const POSTER = { mimeType: 'image/jpeg', extension: 'jpg' };
const PLAYABLE = { mimeType: 'video/mp4', extension: 'mp4' };
const AUDIO = { mimeType: 'audio/mp4', extension: 'm4a' };

/** The video was removed while it was being prepared. */
class VideoGone extends Error {}

/** Makes of a video all that belongs to it: its facts and its poster at first, then what takes longer. */
@Injectable()
export class VideoTranscoder {
  constructor(
    private readonly folders: WorkFolders,
    private readonly transcodes: TranscodesRepository,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
    private readonly images: Images,
    private readonly renditionReady: RenditionReady,
  ) {}

  /**
   * Does what is still to do for the video whose turn it is. What is wrong with the file itself is noted with it.
   * @returns false when none waits
   * @throws Error when it could not be done now, but may be later
   */
  async transcodeNext(tools: VideoTools, signal: AbortSignal): Promise<boolean> {
    const claimed = await this.transcodes.claimNext();
    if (!claimed) return false;
    const original = await this.media.findFile(claimed.mediaId);
    // Removed just now.
    if (!original) return true;
    try {
      if (claimed.attempts > ATTEMPTS_MAX) throw new VideoProblem('gave_up');
      await whileHeld(
        () => this.transcodes.holdClaim(claimed),
        () => this.folders.use(claimed.mediaId, (folder) => this.make(claimed, original, { tools, signal, folder })),
      );
    } catch (error) {
      if (error instanceof VideoGone) return true;
      if (!(error instanceof VideoProblem)) {
        await this.transcodes.putBack(claimed, { isLater: !signal.aborted });
        throw error;
      }
      await this.transcodes.note(claimed, { state: 'failed', problem: error.message });
    }
    return true;
  }

  private async make(claimed: Claimed, original: MediaFile, { tools, signal, folder }: Workshop): Promise<void> {
    const source = await this.media.fileFor(original, folder);
    const probed = await tools.probe(source, { signal });
    await withinTime(timeLimitMs(probed.durationSeconds), signal, (limited) =>
      this.convert(claimed, source, probed, { tools, signal: limited, folder }),
    );
  }

  private async convert(
    claimed: Claimed,
    source: string,
    probed: ProbedVideo,
    { tools, signal, folder }: Workshop,
  ): Promise<void> {
    const inFolder = (name: string) => path.join(folder, name);
    const facts = factsOf(probed);
    if (probed.picture && claimed.posterMediaId === null) {
      await tools.poster(source, probed, inFolder('poster.png'), { signal });
      const poster = { type: POSTER, bytes: await this.images.renderPoster(inFolder('poster.png')) };
      await this.keep(claimed, [poster], ([made]) => ({ ...facts, posterMediaId: made!.id }));
    }
    const made: MadeFile[] = [];
    if (probed.picture) {
      await tools.playable(source, probed, inFolder('playable.mp4'), { signal });
      made.push({ type: PLAYABLE, bytes: readLazily(inFolder('playable.mp4')) });
    }
    if (probed.sound) {
      await tools.audio(source, probed, inFolder('audio.m4a'), { signal });
      made.push({ type: AUDIO, bytes: readLazily(inFolder('audio.m4a')) });
    }
    await this.keep(claimed, made, (files) => ({
      ...facts,
      state: 'ready',
      attempts: 0,
      // Of sound alone the sound is what is played.
      playableMediaId: files[0]!.id,
      audioMediaId: probed.sound ? files.at(-1)!.id : null,
    }));
  }

  /** Keeps what was made and notes it, and then tells of it. */
  private async keep(claimed: Claimed, made: MadeFile[], outcome: (files: MediaFile[]) => Outcome): Promise<void> {
    await this.newMedia.storeMade(made, async (files, transaction) => {
      if (!(await this.transcodes.note(claimed, outcome(files), transaction))) throw new VideoGone();
    });
    await this.renditionReady.emit(claimed.mediaId);
  }
}

interface Workshop {
  tools: VideoTools;
  signal: AbortSignal;
  folder: string;
}

function factsOf({ durationSeconds, picture }: ProbedVideo): Outcome {
  return { durationSeconds, width: picture?.width ?? null, height: picture?.height ?? null };
}

/** Transcodes videos, one at a time, where there are video tools. */
@Injectable()
export class TranscodeWorker extends QueueWorker {
  private isOff = false;

  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly locator: FfmpegLocator,
    private readonly transcodeRequests: TranscodeRequests,
    private readonly transcodes: TranscodesRepository,
    private readonly transcoder: VideoTranscoder,
  ) {
    super(backgroundWork, jobs, { queue: 'prepare-video', idName: 'mediaId', name: 'Videos' });
  }

  protected override async prepare(): Promise<boolean> {
    if (await this.locator.open()) {
      await this.listen();
      this.transcodeRequests.turn('on');
      this.transcodeRequests.videos.subscribe((mediaIds) => this.addSoon(async () => mediaIds));
      return true;
    }
    // At later looks another server may be at what waits.
    if (this.isOff) return false;
    this.transcodeRequests.turn('off');
    // Whoever began before that was known may be done only after it; where that fails, the next start sees to it.
    this.transcodeRequests.videos.subscribe(async (mediaIds) => {
      if (this.transcodeRequests.firstState === 'off')
        await this.transcodes.leaveAsTheyCame(mediaIds).catch(() => undefined);
    });
    await this.transcodes.setAvailable(false);
    this.isOff = true;
    return false;
  }

  protected override async findDue(): Promise<string[]> {
    await this.transcodes.setAvailable(true);
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

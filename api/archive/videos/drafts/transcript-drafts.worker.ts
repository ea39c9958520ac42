import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BackgroundWork } from '../../../platform/jobs/background-work.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { MediaService } from '../../../media/store/media.service.js';
import { PreparationListeners } from '../../../media/transcode/preparation-listeners.js';
import { SoundWaves } from '../../../media/transcode/sound-waves.js';
import { VideoToolbox } from '../../../media/transcode/video-toolbox.js';
import { VideoProblem } from '../../../media/transcode/video-problem.js';
import { Transcriber, TranscriptionRefused } from './transcriber.js';
import { TranscriptDraftsRepository } from './transcript-drafts.repository.js';

const QUEUE = 'transcribe-video';
/** What was not queued when it came is found at the next look. */
const LOOK_INTERVAL_MS = 10 * 60_000;

interface Job {
  videoId: string;
}

/** Transcribes videos beside everything else, one at a time, where a service is set up. */
@Injectable()
export class TranscriptDraftsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Transcripts');
  private isWorking = false;
  private isStopping = false;
  private background: Promise<void> = Promise.resolve();

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly queue: JobQueue,
    private readonly drafts: TranscriptDraftsRepository,
    private readonly transcriber: Transcriber,
    private readonly waves: SoundWaves,
    private readonly media: MediaService,
    private readonly toolbox: VideoToolbox,
    private readonly prepared: PreparationListeners,
  ) {}

  /** The server is ready without it. */
  onApplicationBootstrap(): void {
    if (this.backgroundWork.isWanted && this.transcriber.isSetUp) this.inBackground(() => this.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.background;
  }

  @Interval(LOOK_INTERVAL_MS)
  look(): void {
    if (this.isWorking) this.inBackground(async () => this.add(await this.drafts.findOpen()));
  }

  private async start(): Promise<void> {
    if (!(await this.toolbox.open())) return;
    await this.queue.work<Job>(QUEUE, ({ videoId }, signal) => this.draft(videoId, signal));
    this.isWorking = true;
    this.prepared.add(async (mediaId) => async () => {
      this.inBackground(async () => this.add(await this.drafts.findOpenOfMedia(mediaId)));
    });
    await this.add(await this.drafts.findOpen());
  }

  /** What is wrong for good is noted with the video; everything else is noted and tried again. */
  private async draft(videoId: string, signal: AbortSignal): Promise<void> {
    const video = await this.drafts.begin(videoId);
    const file = video && (await this.media.findFile(video.mediaId));
    if (!file) return;
    try {
      const cues = await this.waves.use(file, signal, (wave) => this.transcriber.transcribe(wave, signal));
      const nobodySpeaks = { problem: 'Nobody was heard speaking in this video.', isFinal: true };
      await this.drafts.finish(videoId, cues.length > 0 ? { cues } : nobodySpeaks);
    } catch (error) {
      if (signal.aborted) throw error;
      const isFinal = error instanceof TranscriptionRefused || error instanceof VideoProblem;
      await this.drafts.finish(videoId, { problem: problemOf(error), isFinal });
      if (!isFinal) throw error;
    }
  }

  private inBackground(work: () => Promise<void>): void {
    this.background = this.background.then(work).catch((error: unknown) => {
      if (!this.isStopping) this.logger.error(error);
    });
  }

  private async add(videoIds: string[]): Promise<void> {
    for (const videoId of videoIds) {
      if (!this.isStopping) await this.queue.add(QUEUE, videoId, { videoId } satisfies Job);
    }
  }
}

function problemOf(error: unknown): string {
  if (error instanceof VideoProblem) return `The sound cannot be read: ${error.message}.`;
  const isOurs = error instanceof Error && error.message.startsWith('The transcription service');
  return isOurs ? error.message : 'The transcription service could not be reached.';
}

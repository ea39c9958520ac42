import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { inMilliseconds } from '../../../contract/transcripts/cues.js';
import type { DraftCue } from '../../../contract/transcripts/transcript-drafts.js';
import { BackgroundWork } from '../../../platform/jobs/background-work.js';
import { JobQueue } from '../../../platform/jobs/job-queue.js';
import { QueueWorker } from '../../../platform/jobs/queue-worker.js';
import { MediaService } from '../../../media/store/media.service.js';
import { AudioExtractor } from '../../../media/transcode/audio-extractor.js';
import { FfmpegLocator } from '../../../media/transcode/ffmpeg-locator.js';
import { VideoProblem } from '../../../media/transcode/video-problem.js';
import { cutWave } from '../../../media/transcode/wave-pieces.js';
import { TRANSCRIBED_MAX_BYTES, Transcriber, TranscriptionRefused } from './transcriber.js';
import { TranscriptDraftsRepository, type VideoToTranscribe } from './transcript-drafts.repository.js';

/** Before a piece of the sound is tried again by itself: without it all pieces before would be transcribed anew. */
const PIECE_PAUSES_MS = [1_000, 10_000, 60_000];

/** Transcribes videos, one at a time, where a service is set up. */
@Injectable()
export class TranscriptDraftsWorker extends QueueWorker {
  constructor(
    backgroundWork: BackgroundWork,
    jobs: JobQueue,
    private readonly drafts: TranscriptDraftsRepository,
    private readonly transcriber: Transcriber,
    private readonly audio: AudioExtractor,
    private readonly media: MediaService,
    private readonly locator: FfmpegLocator,
  ) {
    super(backgroundWork, jobs, { queue: 'transcribe-video', idName: 'videoId', name: 'Transcripts' });
  }

  /** Of the video that is kept as this file, once its sound is there. */
  addOfMedia(mediaId: string): void {
    this.addSoon(() => this.drafts.findDue(mediaId));
  }

  protected override async prepare(): Promise<boolean> {
    if (!this.transcriber.isSetUp || !(await this.locator.open())) return false;
    await this.listen();
    return true;
  }

  protected override findDue(): Promise<string[]> {
    return this.drafts.findDue();
  }

  protected override secondsUntilDue(): Promise<number | null> {
    return this.drafts.secondsUntilDue();
  }

  /** What is wrong for good is noted with the video; everything else is noted and tried again. */
  protected override async work(videoId: string, signal: AbortSignal): Promise<void> {
    const video = await this.drafts.begin(videoId);
    const file = video && (await this.media.findFile(video.mediaId));
    if (!file) return;
    try {
      const cues = await this.audio.use(file, signal, (wave) => this.transcribe(video, wave, signal));
      if (cues === null) {
        await this.drafts.leave(videoId);
        return;
      }
      const nobodySpeaks = { problem: 'Nobody was heard speaking in this video.', isFinal: true };
      await this.drafts.finish(video, cues.length > 0 ? { cues } : nobodySpeaks);
    } catch (error) {
      if (signal.aborted) throw error;
      const isFinal = error instanceof TranscriptionRefused || error instanceof VideoProblem;
      await this.drafts.finish(video, { problem: problemOf(error), isFinal });
      if (!isFinal) throw error;
    }
  }

  /** Null once it is not to be transcribed any more: minutes may pass until its sound is there, and an hour with each piece. */
  private async transcribe(video: VideoToTranscribe, wave: Blob, signal: AbortSignal): Promise<DraftCue[] | null> {
    const cues: DraftCue[] = [];
    for (const [done, { sound, startSeconds }] of (await cutWave(wave, TRANSCRIBED_MAX_BYTES)).entries()) {
      const said = await this.transcribePiece(video, sound, signal, done > 0 ? PIECE_PAUSES_MS : []);
      if (said === null) return null;
      cues.push(...said.map((cue) => movedBy(startSeconds, cue)));
    }
    return cues;
  }

  private async transcribePiece(
    video: VideoToTranscribe,
    sound: Blob,
    signal: AbortSignal,
    [pause, ...pauses]: readonly number[],
  ): Promise<DraftCue[] | null> {
    if (!(await this.drafts.isOpen(video))) return null;
    try {
      return await this.transcriber.transcribe(sound, signal);
    } catch (error) {
      if (pause === undefined || signal.aborted || error instanceof TranscriptionRefused) throw error;
    }
    await wait(pause, undefined, { signal });
    return this.transcribePiece(video, sound, signal, pauses);
  }
}

function movedBy(seconds: number, { start, end, ...cue }: DraftCue): DraftCue {
  return { start: inMilliseconds(start + seconds), end: inMilliseconds(end + seconds), ...cue };
}

function problemOf(error: unknown): string {
  if (error instanceof VideoProblem) return `The sound cannot be read: ${error.message}.`;
  const isOurs = error instanceof Error && error.message.startsWith('The transcription service');
  return isOurs ? error.message : 'The transcription service could not be reached.';
}

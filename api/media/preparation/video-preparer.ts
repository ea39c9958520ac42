import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { Images } from '../pictures/images.js';
import type { MediaFile } from '../media-file.entity.js';
import { type MadeFile, MediaService } from '../media.service.js';
import type { Transaction } from '../media.repository.js';
import { VideoProblem } from '../video/video-problem.js';
import type { ProbedVideo, VideoTools } from '../video/video-tools.js';
import type { Preparation } from './preparation.entity.js';
import { PreparationListeners } from './preparation-listeners.js';
import { type Outcome, PreparationsRepository } from './preparations.repository.js';

/** A file that takes the whole server with it is left alone after that. */
const ATTEMPTS_MAX = 3;

const POSTER = { mimeType: 'image/jpeg', extension: 'jpg' };
const PLAYABLE = { mimeType: 'video/mp4', extension: 'mp4' };
const AUDIO = { mimeType: 'audio/mp4', extension: 'm4a' };

/** The video was removed while it was being prepared. */
class VideoGone extends Error {}

/** Makes of a video all that belongs to it: its facts and its poster at first, then what takes longer. */
@Injectable()
export class VideoPreparer {
  constructor(
    private readonly config: AppConfig,
    private readonly preparations: PreparationsRepository,
    private readonly media: MediaService,
    private readonly images: Images,
    private readonly listeners: PreparationListeners,
  ) {}

  /**
   * Does what is still to do for one video. What is wrong with the file itself is noted with it.
   * @throws Error when it could not be done now, but may be later
   */
  async prepare(mediaId: string, tools: VideoTools, signal: AbortSignal): Promise<void> {
    const begun = await this.preparations.begin(mediaId);
    const original = begun && (await this.media.findFile(mediaId));
    if (!begun || !original) return;
    try {
      if (begun.attempts > ATTEMPTS_MAX) throw new VideoProblem('gave_up');
      await this.inFolder(mediaId, (folder) => this.make(begun, original, { tools, signal, folder }));
    } catch (error) {
      if (error instanceof VideoGone) return;
      if (!(error instanceof VideoProblem)) {
        await this.preparations.putBack(mediaId);
        throw error;
      }
      await this.preparations.note(mediaId, { state: 'failed', problem: error.message });
    }
  }

  private async make(begun: Preparation, original: MediaFile, { tools, signal, folder }: Workshop): Promise<void> {
    const source = await this.media.fileFor(original, folder);
    const inFolder = (name: string) => path.join(folder, name);
    const probed = await tools.probe(source, { signal });
    const facts = factsOf(probed);
    if (probed.picture && begun.posterMediaId === null) {
      await tools.poster(source, probed, inFolder('poster.png'), { signal });
      const poster = { type: POSTER, bytes: await this.images.renderPoster(inFolder('poster.png')) };
      await this.keep(original.id, [poster], ([made]) => ({ ...facts, posterMediaId: made!.id }));
    }
    const made: MadeFile[] = [];
    if (probed.picture) {
      await tools.playable(source, probed, inFolder('playable.mp4'), { signal });
      made.push({ type: PLAYABLE, bytes: createReadStream(inFolder('playable.mp4')) });
    }
    if (probed.sound) {
      await tools.audio(source, probed, inFolder('audio.m4a'), { signal });
      made.push({ type: AUDIO, bytes: createReadStream(inFolder('audio.m4a')) });
    }
    await this.keep(original.id, made, (files) => ({
      ...facts,
      state: 'ready',
      attempts: 0,
      // Of sound alone the sound is what is played.
      playableMediaId: files[0]!.id,
      audioMediaId: probed.sound ? files.at(-1)!.id : null,
    }));
  }

  /** Keeps what was made and notes it, in one transaction with whatever depends on it. */
  private async keep(mediaId: string, made: MadeFile[], outcome: (files: MediaFile[]) => Outcome): Promise<void> {
    const after = await this.media.keepMade(made, async (files, transaction: Transaction) => {
      if (!(await this.preparations.note(mediaId, outcome(files), transaction))) throw new VideoGone();
      return this.listeners.tell(mediaId, transaction);
    });
    for (const work of after) await work();
  }

  /** Whatever an attempt leaves behind is gone with the next one. */
  private async inFolder(mediaId: string, work: (folder: string) => Promise<void>): Promise<void> {
    const folder = path.join(this.config.stateDir, 'preparing', mediaId);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
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

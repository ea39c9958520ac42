import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { MediaFile } from '../store/media-file.entity.js';
import { MediaService } from '../store/media.service.js';
import { WorkFolders } from '../store/work-folders.js';
import { FfmpegLocator } from './ffmpeg-locator.js';

const WAVE_TYPE = 'audio/wav';

/** The sound of videos as speech recognition wants it; kept only while it is used. */
@Injectable()
export class AudioExtractor {
  constructor(
    private readonly folders: WorkFolders,
    private readonly media: MediaService,
    private readonly locator: FfmpegLocator,
  ) {}

  /**
   * Gives the sound as a wave of 16 kHz, one channel, 16 bits.
   * @throws VideoProblem when the file is to blame, another error when this machine is
   */
  async use<T>(original: MediaFile, signal: AbortSignal, work: (wave: Blob) => Promise<T>): Promise<T> {
    const tools = await this.locator.require();
    return this.folders.use('wave', async (folder) => {
      const wave = path.join(folder, 'sound.wav');
      await tools.wave(await this.media.fileFor(original, folder), wave, { signal });
      return await work(await openAsBlob(wave, { type: WAVE_TYPE }));
    });
  }
}

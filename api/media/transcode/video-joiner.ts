import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { MediaFile } from '../store/media-file.entity.js';
import { MediaService } from '../store/media.service.js';
import { NewMediaService } from '../store/new-media.service.js';
import { readLazily } from '../store/read-lazily.js';
import { writeTemporaryFile } from '../store/temporary-file.js';
import { WorkFolders } from '../store/work-folders.js';
import { FfmpegLocator } from './ffmpeg-locator.js';
import { timeLimitMs, withinTime } from './time-limit.js';
import { isOfTheFile, type VideoProblem } from './video-problem.js';
import type { VideoPiece } from './video-tools.js';

/** Makes one recording of several, and keeps it as if it had been recorded so. */
@Injectable()
export class VideoJoiner {
  constructor(
    private readonly locator: FfmpegLocator,
    private readonly folders: WorkFolders,
    private readonly media: MediaService,
    private readonly newMedia: NewMediaService,
  ) {}

  /** Whether this machine can. */
  async isPossible(): Promise<boolean> {
    return (await this.locator.open()) !== null;
  }

  /**
   * What is damaged, or has neither picture nor sound, is left out.
   * @param commit writes what needs the file, see `NewMediaService.store`
   * @throws VideoProblem when it cannot be joined here; any other error when it may be possible later
   */
  async join(
    files: readonly MediaFile[],
    signal: AbortSignal,
    commit: (joined: MediaFile, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const tools = await this.locator.require();
    await this.folders.use('join', async (folder) => {
      const pieces = await this.readable(files, folder, signal);
      const seconds = pieces.reduce((sum, { probed }) => sum + probed.durationSeconds, 0);
      const target = path.join(folder, 'joined.mp4');
      await withinTime(timeLimitMs(seconds), signal, (limited) => tools.join(pieces, target, { signal: limited }));
      const joined = await writeTemporaryFile(folder, readLazily(target));
      await this.newMedia.store(joined, 'recording', commit);
    });
  }

  private async readable(files: readonly MediaFile[], folder: string, signal: AbortSignal): Promise<VideoPiece[]> {
    const tools = await this.locator.require();
    const pieces: VideoPiece[] = [];
    let problem: VideoProblem | null = null;
    for (const [index, file] of files.entries()) {
      try {
        const source = await this.media.fileFor(file, path.join(folder, String(index)));
        pieces.push({ source, probed: await tools.probe(source, { signal }) });
      } catch (error) {
        if (!isOfTheFile(error)) throw error;
        problem = error;
      }
    }
    if (pieces.length === 0 && problem) throw problem;
    return pieces;
  }
}

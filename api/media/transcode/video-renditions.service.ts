import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/app-error.js';
import type { MediaFile } from '../store/media-file.entity.js';
import type { TranscodeLine } from '../store/transcode-line.js';
import { TranscodesRepository } from './transcodes.repository.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import { type VideoRenditions, toVideoRenditions } from './video-renditions.js';

/** Finds what was made of videos. */
@Injectable()
export class VideoRenditionsService {
  constructor(
    private readonly transcodes: TranscodesRepository,
    private readonly requests: TranscodeRequests,
  ) {}

  async find(original: MediaFile): Promise<VideoRenditions> {
    const [video] = await this.findAll([original]);
    return video!;
  }

  /** In the order of the files. */
  async findAll(originals: MediaFile[]): Promise<VideoRenditions[]> {
    const rows = originals.length === 0 ? [] : await this.transcodes.findAll(originals.map(({ id }) => id));
    const byId = new Map(rows.map((row) => [row.mediaId, row]));
    return originals.map((original) => toVideoRenditions(original, byId.get(original.id) ?? null));
  }

  /** @throws AppError 404 `poster_not_found` while there is none */
  async findPoster(original: MediaFile): Promise<MediaFile> {
    const { poster } = await this.find(original);
    if (!poster) throw noPoster();
    return poster;
  }

  /** In which a video waits from now on; one that is prepared already stays as it is. */
  moveToLine(mediaId: string, line: TranscodeLine): Promise<void> {
    return this.transcodes.setLine(mediaId, line);
  }

  /** Where the preparation failed, it is done anew, as if for the first time; else nothing happens. */
  async prepareAgain({ id }: MediaFile): Promise<void> {
    if (!(await this.transcodes.reopen(id, this.requests.firstState))) return;
    await this.requests.videos.emit([id]);
    if (await this.transcodes.isCopyAwaited(id)) await this.requests.copies.emit([id]);
  }

  /** @throws AppError 404 `audio_not_found` while there is none, and for a video without sound */
  async findAudio(original: MediaFile): Promise<MediaFile> {
    const { audio } = await this.find(original);
    if (!audio) throw new AppError(404, 'audio_not_found', 'There is no sound of this video yet.');
    return audio;
  }
}

export function noPoster(): AppError {
  return new AppError(404, 'poster_not_found', 'There is no picture of this video yet.');
}

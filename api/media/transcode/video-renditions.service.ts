import { Injectable } from '@nestjs/common';
import type { VideoPreparation } from '../../contract/media/preparation.js';
import { AppError } from '../../platform/http/app-error.js';
import { CommittedEvent } from '../../platform/jobs/committed-event.js';
import type { MediaFile } from '../store/media-file.entity.js';
import type { TranscodeLine } from '../store/transcode-line.js';
import { TranscodeRequests } from '../store/transcode-requests.js';
import type { Transcode } from './transcode.entity.js';
import { TranscodesRepository } from './transcodes.repository.js';

/** A video with all that was made of it. */
export interface VideoRenditions {
  /** As it came. */
  original: MediaFile;
  /** What to play: what every device plays once that is there, until then the original. */
  playable: MediaFile;
  poster: MediaFile | null;
  /** The sound alone. */
  audio: MediaFile | null;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  preparation: VideoPreparation;
}

/** Something new has been made of the video that is kept as the media file with this id. */
@Injectable()
export class RenditionReady extends CommittedEvent<string> {}

/** Finds what was made of videos. */
@Injectable()
export class VideoRenditionsService {
  constructor(
    private readonly transcodes: TranscodesRepository,
    private readonly transcodeRequests: TranscodeRequests,
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
    if (!(await this.transcodes.retry(id, this.transcodeRequests.firstState))) return;
    await this.transcodeRequests.videos.emit([id]);
    if (await this.transcodes.isCopyAwaited(id)) await this.transcodeRequests.copies.emit([id]);
  }

  /** @throws AppError 404 `audio_not_found` while there is none, and for a video without sound */
  async findAudio(original: MediaFile): Promise<MediaFile> {
    const { audio } = await this.find(original);
    if (!audio) throw new AppError(404, 'audio_not_found', 'There is no sound of this video yet.');
    return audio;
  }
}

/** @param preparation null of what is never prepared */
function toVideoRenditions(original: MediaFile, preparation: Transcode | null): VideoRenditions {
  const { posterMedia, playableMedia, audioMedia, durationSeconds, width, height, state, problem } = preparation ?? {};
  return {
    original,
    playable: playableMedia ?? original,
    poster: posterMedia ?? null,
    audio: audioMedia ?? null,
    durationSeconds: durationSeconds ?? null,
    width: width ?? null,
    height: height ?? null,
    preparation: { state: state ?? 'off', problem: problem ?? null },
  };
}

export function noPoster(): AppError {
  return new AppError(404, 'poster_not_found', 'There is no picture of this video yet.');
}

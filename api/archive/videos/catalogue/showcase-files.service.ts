import { Injectable } from '@nestjs/common';
import { AppError } from '../../../platform/http/app-error.js';
import type { MediaFile } from '../../../media/store/media-file.entity.js';
import { MediaService } from '../../../media/store/media.service.js';
import { originalFileName } from '../../../media/store/original-file-name.js';
import { noPoster, VideoRenditionsService } from '../../../media/transcode/video-renditions.service.js';
import { noSuchVideo, type ShowcaseVideoRow } from './showcase-video-row.js';
import { ShowcaseVideosService } from './showcase-videos.service.js';

/** The files of showcase videos, for staff. */
@Injectable()
export class ShowcaseFilesService {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly media: MediaService,
    private readonly renditions: VideoRenditionsService,
  ) {}

  /** The file as it came, with a name for a download. */
  async findOriginal(id: string): Promise<{ file: MediaFile; downloadName: string }> {
    const video = await this.showcaseVideos.require(id);
    const file = await this.requireFile(video);
    return { file, downloadName: originalFileName(video.filename ?? '', file.mimeType) };
  }

  async findPlayable(id: string): Promise<MediaFile> {
    const file = await this.requireFile(await this.showcaseVideos.require(id));
    return (await this.renditions.find(file)).playable;
  }

  /** @throws AppError 404 `poster_not_found` while there is none */
  async findPoster(id: string): Promise<MediaFile> {
    const video = await this.showcaseVideos.require(id);
    const thumbnail = video.thumbnailMediaId === null ? null : await this.media.findFile(video.thumbnailMediaId);
    if (thumbnail) return thumbnail;
    if (video.mediaId === null) throw noPoster();
    return this.renditions.findPoster(await this.requireFile(video));
  }

  /** Where the preparation failed, it is done anew; else nothing happens. */
  async prepareAgain(id: string): Promise<void> {
    await this.renditions.prepareAgain((await this.findOriginal(id)).file);
  }

  /** @throws AppError 404 `audio_not_found` while there is none */
  async findAudio(id: string): Promise<MediaFile> {
    return this.renditions.findAudio(await this.requireFile(await this.showcaseVideos.require(id)));
  }

  private async requireFile({ mediaId, videoUrl, writtenAnswerId }: ShowcaseVideoRow): Promise<MediaFile> {
    if (writtenAnswerId !== null)
      throw new AppError(404, 'chapter_is_written', 'There is no file of this: it is words.');
    if (mediaId === null)
      throw new AppError(404, 'video_is_hosted', `There is no file of this video: it is at ${videoUrl}.`);
    const file = await this.media.findFile(mediaId);
    if (!file) throw noSuchVideo();
    return file;
  }
}

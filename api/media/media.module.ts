import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../platform/config/app-config.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MediaDeletion } from './store/media-deletion.entity.js';
import { MediaFile } from './store/media-file.entity.js';
import { MediaStore } from './store/media-store.js';
import { openMediaStore } from './store/open-media-store.js';
import { MediaSweeper } from './store/media-sweeper.js';
import { MediaRepository } from './store/media.repository.js';
import { DecodersHealth } from './sandbox/decoders.health.js';
import { MediaHealth } from './store/media.health.js';
import { MediaService } from './store/media.service.js';
import { NewMediaService } from './store/new-media.service.js';
import { WorkFolders } from './store/work-folders.js';
import { Images } from './renditions/images.js';
import { PictureDecoder } from './renditions/picture-decoder.js';
import { Picture } from './renditions/picture.entity.js';
import { PicturesRepository } from './renditions/pictures.repository.js';
import { PicturesService } from './renditions/pictures.service.js';
import { Transcode } from './transcode/transcode.entity.js';
import { TranscodeRequests } from './store/transcode-requests.js';
import { TranscodeWorker, VideoTranscoder } from './transcode/transcode.worker.js';
import { TranscodesRepository } from './transcode/transcodes.repository.js';
import { RenditionReady, VideoRenditionsService } from './transcode/video-renditions.service.js';
import { PublicCopiesService, PublicCopiesWorker } from './transcode/public-copies.service.js';
import { AudioExtractor } from './transcode/audio-extractor.js';
import { VideoJoiner } from './transcode/video-joiner.js';
import { FfmpegLocator } from './transcode/ffmpeg-locator.js';
import { MediaSandbox } from './sandbox/media-sandbox.js';

const localStore = {
  provide: MediaStore,
  useFactory: openMediaStore,
  inject: [AppConfig],
};

const pictures = [MediaSandbox, DecodersHealth, PictureDecoder, Images, PicturesRepository, PicturesService];

const preparation = [
  FfmpegLocator,
  TranscodesRepository,
  TranscodeRequests,
  RenditionReady,
  VideoRenditionsService,
  WorkFolders,
  PublicCopiesService,
  VideoTranscoder,
  VideoJoiner,
  AudioExtractor,
  TranscodeWorker,
  PublicCopiesWorker,
];

@Module({
  imports: [TypeOrmModule.forFeature([MediaFile, MediaDeletion, Picture, Transcode]), JobsModule],
  providers: [
    localStore,
    MediaRepository,
    MediaService,
    NewMediaService,
    MediaHealth,
    MediaSweeper,
    ...pictures,
    ...preparation,
  ],
  exports: [
    MediaService,
    NewMediaService,
    MediaStore,
    MediaSandbox,
    MediaHealth,
    DecodersHealth,
    Images,
    PicturesService,
    VideoRenditionsService,
    RenditionReady,
    PublicCopiesService,
    VideoJoiner,
    AudioExtractor,
    FfmpegLocator,
  ],
})
export class MediaModule {}

import path from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config/app-config.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LocalMediaStore } from './local-media-store.js';
import { MediaDeletion } from './media-deletion.entity.js';
import { MediaFile } from './media-file.entity.js';
import { MediaStore } from './media-store.js';
import { MediaSweeper } from './media-sweeper.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { Images } from './pictures/images.js';
import { PictureDecoder } from './pictures/picture-decoder.js';
import { Picture } from './pictures/picture.entity.js';
import { PicturesRepository } from './pictures/pictures.repository.js';
import { PicturesService } from './pictures/pictures.service.js';
import { Preparation } from './preparation/preparation.entity.js';
import { PreparationListeners } from './preparation/preparation-listeners.js';
import { PreparationRequests } from './preparation/preparation-requests.js';
import { PreparationWorker } from './preparation/preparation-worker.js';
import { PreparationsRepository } from './preparation/preparations.repository.js';
import { PreparedVideosService } from './preparation/prepared-videos.service.js';
import { PublicCopiesService } from './preparation/public-copies.service.js';
import { SoundWaves } from './preparation/sound-waves.js';
import { VideoPreparer } from './preparation/video-preparer.js';
import { VideoToolbox } from './preparation/video-toolbox.js';
import { WorkFolders } from './preparation/work-folders.js';
import { MediaSandbox } from './sandbox/media-sandbox.js';

const localStore = {
  provide: MediaStore,
  useFactory: (config: AppConfig) => new LocalMediaStore(path.join(config.stateDir, 'media')),
  inject: [AppConfig],
};

const pictures = [MediaSandbox, PictureDecoder, Images, PicturesRepository, PicturesService];

const preparation = [
  VideoToolbox,
  PreparationsRepository,
  PreparationRequests,
  PreparationListeners,
  PreparedVideosService,
  WorkFolders,
  PublicCopiesService,
  VideoPreparer,
  SoundWaves,
  PreparationWorker,
];

@Module({
  imports: [TypeOrmModule.forFeature([MediaFile, MediaDeletion, Picture, Preparation]), JobsModule],
  providers: [localStore, MediaRepository, MediaService, MediaSweeper, ...pictures, ...preparation],
  exports: [
    MediaService,
    MediaStore,
    MediaSandbox,
    PictureDecoder,
    Images,
    PicturesService,
    PreparedVideosService,
    PreparationListeners,
    PublicCopiesService,
    SoundWaves,
    VideoToolbox,
  ],
})
export class MediaModule {}

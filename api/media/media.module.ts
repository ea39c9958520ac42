import path from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config/app-config.js';
import { LocalMediaStore } from './local-media-store.js';
import { MediaDeletion } from './media-deletion.entity.js';
import { MediaFile } from './media-file.entity.js';
import { MediaStore } from './media-store.js';
import { MediaSweeper } from './media-sweeper.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';

const localStore = {
  provide: MediaStore,
  useFactory: (config: AppConfig) => new LocalMediaStore(path.join(config.stateDir, 'media')),
  inject: [AppConfig],
};

@Module({
  imports: [TypeOrmModule.forFeature([MediaFile, MediaDeletion])],
  providers: [localStore, MediaRepository, MediaService, MediaSweeper],
  exports: [MediaService, MediaStore],
})
export class MediaModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import { Signals } from '../../platform/database/signals.js';
import { S3Bucket } from '../store/s3-bucket.js';
import { ChunkBuffers } from './chunk-buffers.js';
import { ChunkReceiver } from './chunk-receiver.js';
import { FreeSpace } from './free-space.js';
import { LocalUploadSessionFiles } from './local-upload-session-files.js';
import { S3UploadSessionFiles } from './s3-upload-session-files.js';
import { RepeatedUploads } from './repeated-uploads.service.js';
import { RequestFiles } from './request-files.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadClaims } from './upload-claims.js';
import { UploadChunk, UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { UploadSweeper } from './upload-sweeper.js';
import { UploadQuotaEntry } from './upload-quota.entity.js';
import { UploadQuotaRepository } from './upload-quota.repository.js';
import { UploadQuota } from './upload-quota.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsFolder } from './uploads-folder.js';

const sessionFiles = {
  provide: UploadSessionFiles,
  useFactory: ({ mediaPlace, s3 }: AppConfig, folder: UploadsFolder, signals: Signals) => {
    const local = new LocalUploadSessionFiles(folder);
    return mediaPlace ? new S3UploadSessionFiles(new S3Bucket(mediaPlace, s3), folder, local, signals) : local;
  },
  inject: [AppConfig, UploadsFolder, Signals],
};

@Module({
  imports: [TypeOrmModule.forFeature([UploadSession, UploadChunk, UploadQuotaEntry])],
  controllers: [UploadsController],
  providers: [
    UploadsFolder,
    FreeSpace,
    RequestFiles,
    ChunkBuffers,
    ChunkReceiver,
    sessionFiles,
    UploadSessionsRepository,
    UploadSessionsService,
    UploadClaims,
    RepeatedUploads,
    UploadSweeper,
    UploadQuota,
    UploadQuotaRepository,
  ],
  exports: [UploadSessionsService, ChunkReceiver, UploadClaims, RepeatedUploads, RequestFiles, FreeSpace, UploadQuota],
})
export class UploadsModule {}

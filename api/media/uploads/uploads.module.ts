import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChunkIntake } from './chunk-intake.js';
import { FreeSpace } from './free-space.js';
import { GrowingHashes } from './growing-hashes.js';
import { RequestFiles } from './request-files.js';
import { UploadChunk } from './upload-chunk.entity.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadSession } from './upload-session.entity.js';
import { UploadSessionsRepository } from './upload-sessions.repository.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { UploadSweeper } from './upload-sweeper.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsFolder } from './uploads-folder.js';

@Module({
  imports: [TypeOrmModule.forFeature([UploadSession, UploadChunk])],
  controllers: [UploadsController],
  providers: [
    UploadsFolder,
    FreeSpace,
    RequestFiles,
    ChunkIntake,
    GrowingHashes,
    UploadSessionFiles,
    UploadSessionsRepository,
    UploadSessionsService,
    UploadSweeper,
  ],
  exports: [UploadSessionsService, RequestFiles, FreeSpace],
})
export class UploadsModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChunkBuffers } from './chunk-buffers.js';
import { ChunkReceiver } from './chunk-receiver.js';
import { FreeSpace } from './free-space.js';
import { GrowingHashes } from './growing-hashes.js';
import { RequestFiles } from './request-files.js';
import { UploadSessionFiles } from './upload-session-files.js';
import { UploadClaims } from './upload-claims.js';
import { UploadChunk, UploadSession } from './upload-session.entity.js';
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
    ChunkBuffers,
    ChunkReceiver,
    GrowingHashes,
    UploadSessionFiles,
    UploadSessionsRepository,
    UploadSessionsService,
    UploadClaims,
    UploadSweeper,
  ],
  exports: [UploadSessionsService, ChunkReceiver, UploadClaims, RequestFiles, FreeSpace],
})
export class UploadsModule {}

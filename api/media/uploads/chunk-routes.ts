import { Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ChunkResponse, UploadStatusResponse } from '../../contract/media/uploads.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import type { ChunkReceiver } from './chunk-receiver.js';
import type { UploadOwner } from './upload-owner.js';
import type { UploadSessionsService } from './upload-sessions.service.js';

/**
 * What is the same wherever a file arrives in chunks: a controller extends this, and adds how an upload starts and what it
 * becomes.
 * @param path of one upload, below the controller's own
 */
export function ChunkRoutes(path = ':uploadId') {
  abstract class Routes {
    constructor(
      readonly chunks: ChunkReceiver,
      readonly uploadSessions: UploadSessionsService,
    ) {}

    abstract ownerOf(request: Request): UploadOwner;

    /** A controller that counts or limits what arrives does so here. */
    takeChunk(request: Request): Promise<ChunkResponse> {
      return this.chunks.receive(this.ownerOf(request), request);
    }

    @Post('chunk')
    @HttpCode(200)
    @Gives('file')
    @StreamedBody()
    receiveChunk(@Req() request: Request): Promise<ChunkResponse> {
      return this.takeChunk(request);
    }

    @Delete(path)
    @HttpCode(204)
    cancel(@Req() request: Request, @Param('uploadId') uploadId: string): Promise<void> {
      return this.uploadSessions.cancel(this.ownerOf(request), uploadId);
    }

    @Get(path)
    status(@Req() request: Request, @Param('uploadId') uploadId: string): Promise<UploadStatusResponse> {
      return this.uploadSessions.status(this.ownerOf(request), uploadId);
    }
  }
  return Routes;
}

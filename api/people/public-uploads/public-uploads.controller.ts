import { Body, Controller, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { PUBLIC_UPLOAD_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { PublicUploadResponse } from '../../contract/people/public-uploads.js';
import type { ChunkResponse, StartUploadResponse } from '../../contract/media/uploads.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { CallsPerHour, RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { ChunkReceiver } from '../../media/uploads/chunk-receiver.js';
import { ChunkRoutes } from '../../media/uploads/chunk-routes.js';
import { PUBLIC_OWNER, type UploadOwner } from '../../media/uploads/upload-owner.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { PublicUploadRequests } from './public-upload-requests.service.js';
import { StartPublicUploadDto } from './public-uploads.dto.js';

@Controller('api/public/upload')
@Audience('public')
export class PublicUploadsController extends ChunkRoutes() {
  constructor(
    chunks: ChunkReceiver,
    uploads: UploadSessionsService,
    private readonly requests: PublicUploadRequests,
  ) {
    super(chunks, uploads);
  }

  ownerOf(): UploadOwner {
    return PUBLIC_OWNER;
  }

  override takeChunk(request: Request): Promise<ChunkResponse> {
    return this.requests.receiveChunk(request);
  }

  @Post()
  @StreamedBody()
  @UseGuards(RateLimitGuard)
  @CallsPerHour(PUBLIC_UPLOAD_CALLS_PER_HOUR)
  receive(@Req() request: Request): Promise<PublicUploadResponse> {
    return this.requests.receive(request);
  }

  @Post('start')
  @UseGuards(RateLimitGuard)
  @CallsPerHour(PUBLIC_UPLOAD_CALLS_PER_HOUR)
  start(@Body() file: StartPublicUploadDto, @Req() request: Request): Promise<StartUploadResponse> {
    return this.requests.start(file, request);
  }

  @Post('process/:uploadId')
  @HttpCode(200)
  process(@Param('uploadId') uploadId: string): Promise<PublicUploadResponse> {
    return this.requests.process(uploadId);
  }
}

import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ProcessUploadResponse, StartUploadResponse } from '../../contract/media/uploads.js';
import { ChunkReceiver } from '../../media/uploads/chunk-receiver.js';
import { ChunkRoutes } from '../../media/uploads/chunk-routes.js';
import { UploadClaims } from '../../media/uploads/upload-claims.js';
import { participantOwner, type UploadOwner } from '../../media/uploads/upload-owner.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { PARTICIPANT_FILE_LIMIT, StartUploadDto } from '../../media/uploads/uploads.dto.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { Gives } from '../../platform/http/gives.decorator.js';

/** What a helper sends in chunks is the participant's from its start, and goes with all that is theirs. */
@Controller('api/help/uploads')
@Audience('helper')
export class HelpUploadsController extends ChunkRoutes() {
  constructor(
    chunks: ChunkReceiver,
    uploadSessions: UploadSessionsService,
    private readonly claims: UploadClaims,
  ) {
    super(chunks, uploadSessions);
  }

  ownerOf(request: Request): UploadOwner {
    return participantOwner(request);
  }

  @Post('start')
  @Gives('file')
  start(@Req() request: Request, @Body() file: StartUploadDto): Promise<StartUploadResponse> {
    return this.uploadSessions.start(participantOwner(request), file, PARTICIPANT_FILE_LIMIT);
  }

  @Post('process/:uploadId')
  @HttpCode(200)
  process(@Req() request: Request, @Param('uploadId') uploadId: string): Promise<ProcessUploadResponse> {
    return this.claims.complete(participantOwner(request), uploadId);
  }
}

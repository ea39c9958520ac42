import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { RECORDING_ROOM_BYTES } from '../../contract/common/limits.js';
import type { ProcessUploadResponse, StartUploadResponse } from '../../contract/media/uploads.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { ChunkReceiver } from './chunk-receiver.js';
import { ChunkRoutes } from './chunk-routes.js';
import { UploadClaims } from './upload-claims.js';
import { participantOwner, type UploadOwner } from './upload-owner.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { CloseUploadDto, PARTICIPANT_FILE_LIMIT, StartUploadDto } from './uploads.dto.js';

@Controller('api/uploads')
@Audience('participant')
export class UploadsController extends ChunkRoutes() {
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
  process(
    @Req() request: Request,
    @Param('uploadId') uploadId: string,
    @Body() totals: CloseUploadDto,
  ): Promise<ProcessUploadResponse> {
    return this.claims.complete(participantOwner(request), uploadId, totals);
  }

  /** 204 when there is room for a recording, else 507: asked before the camera is started. */
  @Get('room')
  @HttpCode(204)
  findRoom(@Req() request: Request): Promise<void> {
    return this.uploadSessions.requireRoomFor(participantOwner(request), RECORDING_ROOM_BYTES);
  }
}

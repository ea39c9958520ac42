import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { RECORDING_ROOM_BYTES } from '../../contract/limits.js';
import type {
  ChunkResponse,
  ProcessUploadResponse,
  StartUploadResponse,
  UploadStatusResponse,
} from '../../contract/uploads.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { ParticipantOwner } from './participant-owner.decorator.js';
import type { UploadOwner } from './upload-owner.js';
import { UploadSessionsService } from './upload-sessions.service.js';
import { StartUploadDto } from './uploads.dto.js';

@Controller('api/uploads')
@Audience('participant')
export class UploadsController {
  constructor(private readonly uploads: UploadSessionsService) {}

  @Post('start')
  start(@ParticipantOwner() owner: UploadOwner, @Body() file: StartUploadDto): Promise<StartUploadResponse> {
    return this.uploads.start(owner, file);
  }

  @Post('chunk')
  @HttpCode(200)
  @StreamedBody()
  receiveChunk(@ParticipantOwner() owner: UploadOwner, @Req() request: Request): Promise<ChunkResponse> {
    return this.uploads.receiveChunk(owner, request);
  }

  @Post('process/:uploadId')
  @HttpCode(200)
  process(@ParticipantOwner() owner: UploadOwner, @Param('uploadId') uploadId: string): Promise<ProcessUploadResponse> {
    return this.uploads.complete(owner, uploadId);
  }

  /** 204 when there is room for a recording, else 507: asked before the camera is started. */
  @Get('room')
  @HttpCode(204)
  findRoom(@ParticipantOwner() owner: UploadOwner): Promise<void> {
    return this.uploads.whileRoomFor(owner, RECORDING_ROOM_BYTES, async () => {});
  }

  @Delete(':uploadId')
  @HttpCode(204)
  cancel(@ParticipantOwner() owner: UploadOwner, @Param('uploadId') uploadId: string): Promise<void> {
    return this.uploads.cancel(owner, uploadId);
  }

  @Get(':uploadId')
  status(@ParticipantOwner() owner: UploadOwner, @Param('uploadId') uploadId: string): Promise<UploadStatusResponse> {
    return this.uploads.status(owner, uploadId);
  }
}

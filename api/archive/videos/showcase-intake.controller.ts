import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { SavedShowcaseVideo } from '../../contract/showcase.js';
import type { ChunkResponse, StartUploadResponse, UploadStatusResponse } from '../../contract/uploads.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { JsonBody } from '../../platform/http/json-body.js';
import { ChecksOwnFields } from '../../platform/http/known-fields.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { StartShowcaseUploadDto, TRANSCRIPT_JSON } from './showcase.dto.js';
import { ShowcaseIntakeService } from './showcase-intake.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class ShowcaseIntakeController {
  constructor(private readonly intake: ShowcaseIntakeService) {}

  /** A form with a file or an address, which is read as a stream; or an address as JSON, which has been read. */
  @Post()
  @JsonBody({ ...TRANSCRIPT_JSON, orForm: true })
  @ChecksOwnFields()
  receive(@Req() request: Request): Promise<SavedShowcaseVideo> {
    return request.is('json') ? this.intake.link(request.body) : this.intake.receive(request);
  }

  @Post('start-upload')
  @JsonBody(TRANSCRIPT_JSON)
  startUpload(@Body() upload: StartShowcaseUploadDto): Promise<StartUploadResponse> {
    return this.intake.startUpload(upload);
  }

  @Post('chunk')
  @HttpCode(200)
  @StreamedBody()
  receiveChunk(@Req() request: Request): Promise<ChunkResponse> {
    return this.intake.receiveChunk(request);
  }

  @Post('process/:uploadId')
  processUpload(@Param('uploadId') uploadId: string): Promise<SavedShowcaseVideo> {
    return this.intake.processUpload(uploadId);
  }

  @Delete('uploads/:uploadId')
  @HttpCode(204)
  cancelUpload(@Param('uploadId') uploadId: string): Promise<void> {
    return this.intake.cancelUpload(uploadId);
  }

  @Get('uploads/:uploadId')
  uploadStatus(@Param('uploadId') uploadId: string): Promise<UploadStatusResponse> {
    return this.intake.uploadStatus(uploadId);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { SavedShowcaseVideo } from '../../contract/showcase.js';
import type { ChunkResponse, StartUploadResponse, UploadStatusResponse } from '../../contract/uploads.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { JsonBody } from '../../platform/http/json-body.js';
import { ChecksOwnFields } from '../../platform/http/known-fields.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { StartShowcaseUploadDto, TRANSCRIPT_JSON } from './showcase.dto.js';
import { ShowcaseUploadsService } from './showcase-uploads.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class ShowcaseUploadsController {
  constructor(private readonly uploads: ShowcaseUploadsService) {}

  /** A form with a file or an address, which is read as a stream; or an address as JSON, which has been read. */
  @Post()
  @JsonBody({ ...TRANSCRIPT_JSON, orForm: true })
  @ChecksOwnFields()
  receive(@Req() request: Request): Promise<SavedShowcaseVideo> {
    return request.is('json') ? this.uploads.link(request.body) : this.uploads.receive(request);
  }

  @Post('start-upload')
  @JsonBody(TRANSCRIPT_JSON)
  startUpload(@Body() upload: StartShowcaseUploadDto): Promise<StartUploadResponse> {
    return this.uploads.startUpload(upload);
  }

  @Post('chunk')
  @HttpCode(200)
  @StreamedBody()
  receiveChunk(@Req() request: Request): Promise<ChunkResponse> {
    return this.uploads.receiveChunk(request);
  }

  @Post('process/:uploadId')
  processUpload(@Param('uploadId') uploadId: string): Promise<SavedShowcaseVideo> {
    return this.uploads.processUpload(uploadId);
  }

  @Delete('uploads/:uploadId')
  @HttpCode(204)
  cancelUpload(@Param('uploadId') uploadId: string): Promise<void> {
    return this.uploads.cancelUpload(uploadId);
  }

  @Get('uploads/:uploadId')
  uploadStatus(@Param('uploadId') uploadId: string): Promise<UploadStatusResponse> {
    return this.uploads.uploadStatus(uploadId);
  }
}

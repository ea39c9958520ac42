import { Body, Controller, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { SavedShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { StartUploadResponse } from '../../../contract/media/uploads.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { JsonBody } from '../../../platform/http/json-body.js';
import { ChecksOwnFields } from '../../../platform/http/known-fields.js';
import { ChunkReceiver } from '../../../media/uploads/chunk-receiver.js';
import { ChunkRoutes } from '../../../media/uploads/chunk-routes.js';
import { STAFF_OWNER, type UploadOwner } from '../../../media/uploads/upload-owner.js';
import { UploadSessionsService } from '../../../media/uploads/upload-sessions.service.js';
import { StartShowcaseUploadDto, TRANSCRIPT_JSON } from '../catalogue/showcase.dto.js';
import { ShowcaseUploadsService } from './showcase-uploads.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class ShowcaseUploadsController extends ChunkRoutes('uploads/:uploadId') {
  constructor(
    chunks: ChunkReceiver,
    uploadSessions: UploadSessionsService,
    private readonly showcaseUploads: ShowcaseUploadsService,
  ) {
    super(chunks, uploadSessions);
  }

  ownerOf(): UploadOwner {
    return STAFF_OWNER;
  }

  /** A form with a file or an address, which is read as a stream; or an address as JSON, which has been read. */
  @Post()
  @JsonBody({ ...TRANSCRIPT_JSON, orForm: true })
  @ChecksOwnFields()
  receive(@Req() request: Request): Promise<SavedShowcaseVideo> {
    return request.is('json') ? this.showcaseUploads.link(request.body) : this.showcaseUploads.receive(request);
  }

  @Post('start-upload')
  @JsonBody(TRANSCRIPT_JSON)
  startUpload(@Body() upload: StartShowcaseUploadDto): Promise<StartUploadResponse> {
    return this.showcaseUploads.startUpload(upload);
  }

  @Post('process/:uploadId')
  processUpload(@Param('uploadId') uploadId: string): Promise<SavedShowcaseVideo> {
    return this.showcaseUploads.processUpload(uploadId);
  }
}

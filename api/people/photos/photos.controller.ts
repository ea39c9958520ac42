import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AddPhotoResponse, KnownPhoto, Photo } from '../../contract/people/photos.js';
import { Gives } from '../../platform/http/gives.decorator.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { MediaService } from '../../media/store/media.service.js';
import { PictureQueryDto } from '../../media/renditions/picture-query.dto.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { PhotosService } from './photos.service.js';

@Controller('api/photos')
@Audience('participant')
export class PhotosController {
  constructor(
    private readonly photos: PhotosService,
    private readonly media: MediaService,
  ) {}

  @Get()
  list(@CurrentParticipantId() participantId: string): Promise<Photo[]> {
    return this.photos.list(participantId);
  }

  @Get('known')
  listKnown(@CurrentParticipantId() participantId: string): Promise<KnownPhoto[]> {
    return this.photos.listKnown(participantId);
  }

  @Post()
  @Gives('photo')
  @StreamedBody()
  add(@CurrentParticipant() author: SignedInParticipant, @Req() request: Request): Promise<AddPhotoResponse> {
    return this.photos.add(author, request);
  }

  @Get('stream/:id')
  async stream(
    @CurrentParticipantId() participantId: string,
    @Param('id') id: string,
    @Query() { size }: PictureQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.media.serve(request, response, await this.photos.findPicture(participantId, id, size));
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentParticipant() author: SignedInParticipant, @Param('id') id: string): Promise<void> {
    return this.photos.remove(author, id);
  }
}

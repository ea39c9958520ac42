import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type {
  AdminPhoto,
  AdminPhotoData,
  DeleteUploadsResponse,
  PhotoCount,
} from '../contract/staff/admin-participants.js';
import type { VideoPreparation } from '../contract/media/preparation.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { MediaService } from '../media/store/media.service.js';
import { PictureQueryDto } from '../media/renditions/picture-query.dto.js';
import { EmailParamDto } from './admin-participants.dto.js';
import { AdminPhotosService } from './admin-photos.service.js';
import { AdminSendersService } from './admin-senders.service.js';

@Controller('api/admin')
@Audience('staff')
export class AdminPhotosController {
  constructor(
    private readonly adminPhotos: AdminPhotosService,
    private readonly senders: AdminSendersService,
    private readonly media: MediaService,
  ) {}

  @Get('photo-summary')
  countByEmail(): Promise<PhotoCount[]> {
    return this.adminPhotos.countByEmail();
  }

  @Get('users/:userId/photos')
  listOfUser(@Param('userId') userId: string): Promise<AdminPhoto[]> {
    return this.adminPhotos.listOfUser(userId);
  }

  @Get('user-photos/:email')
  list(@Param() { email }: EmailParamDto): Promise<AdminPhoto[]> {
    return this.adminPhotos.listOf(email);
  }

  @Delete('user-photos/:email')
  async removeUnregistered(@Param() { email }: EmailParamDto): Promise<DeleteUploadsResponse> {
    return { removed: await this.senders.removeUnregistered(email) };
  }

  @Delete('photo/:photoId')
  async removePublicUpload(@Param('photoId') photoId: string): Promise<DeleteUploadsResponse> {
    await this.senders.removePublicUpload(photoId);
    return { removed: 1 };
  }

  @Get('photo/:photoId/data')
  view(@Param('photoId') photoId: string, @Query() { size }: PictureQueryDto): Promise<AdminPhotoData> {
    return this.adminPhotos.view(photoId, size);
  }

  @Get('photo/:photoId/stream')
  async stream(@Param('photoId') photoId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.adminPhotos.openVideo(photoId));
  }

  @Get('photo/:photoId/preparation')
  preparation(@Param('photoId') photoId: string): Promise<VideoPreparation> {
    return this.adminPhotos.findPreparation(photoId);
  }

  @Post('photo/:photoId/preparation')
  @HttpCode(202)
  prepareAgain(@Param('photoId') photoId: string): Promise<void> {
    return this.adminPhotos.prepareAgain(photoId);
  }

  @Get('photo/:photoId/original')
  async download(@Param('photoId') photoId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { file, downloadName } = await this.adminPhotos.openOriginal(photoId);
    await this.media.serve(request, response, file, { downloadName });
  }
}

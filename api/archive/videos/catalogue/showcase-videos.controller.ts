import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ShowcaseVideo, ShowcaseVideoPage } from '../../../contract/videos/showcase.js';
import { MediaService } from '../../../media/store/media.service.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { KEPT_NOWHERE } from '../../../platform/http/security-headers.js';
import { ShowcasePageQueryDto } from './showcase.dto.js';
import { ShowcaseFilesService } from './showcase-files.service.js';
import { ShowcaseVideosService } from './showcase-videos.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class ShowcaseVideosController {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly files: ShowcaseFilesService,
    private readonly media: MediaService,
  ) {}

  @Get()
  listWaiting(): Promise<ShowcaseVideo[]> {
    return this.showcaseVideos.list({ isApproved: false });
  }

  @Get('approved')
  listApproved(): Promise<ShowcaseVideo[]> {
    return this.showcaseVideos.list({ isApproved: true });
  }

  @Get('page')
  listPage(@Query() query: ShowcasePageQueryDto): Promise<ShowcaseVideoPage> {
    return this.showcaseVideos.listPage(query);
  }

  @Get(':id')
  find(@Param('id') id: string): Promise<ShowcaseVideo> {
    return this.showcaseVideos.find(id);
  }

  @Get(':id/stream')
  async stream(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.files.findPlayable(id));
  }

  @Get(':id/poster')
  async poster(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.files.findPoster(id));
  }

  @Get(':id/audio')
  async audio(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.files.findAudio(id));
  }

  @Get(':id/original')
  async original(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { file, downloadName } = await this.files.findOriginal(id);
    await this.media.serve(request, response, file, { downloadName });
  }

  @Post(':id/preparation')
  @HttpCode(202)
  prepareAgain(@Param('id') id: string): Promise<void> {
    return this.files.prepareAgain(id);
  }

  /** WebVTT of the timed lines; 404 when the transcript has none. */
  @Get(':id/captions')
  async captions(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const captions = await this.showcaseVideos.captions(id);
    response.type('text/vtt').setHeader('Cache-Control', KEPT_NOWHERE).send(captions);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SavedShowcaseVideo, ShowcaseVideo, ShowcaseVideoPage } from '../../../contract/showcase.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { JsonBody } from '../../../platform/http/json-body.js';
import { KEPT_NOWHERE } from '../../../platform/http/security-headers.js';
import { MediaService } from '../../../media/store/media.service.js';
import {
  ApproveShowcaseVideoDto,
  ChooseSentenceDto,
  CUES_JSON,
  DeleteShowcaseVideoDto,
  EditShowcaseVideoDto,
  ShowcasePageQueryDto,
} from '../catalogue/showcase.dto.js';
import { ShowcaseFilesService } from '../catalogue/showcase-files.service.js';
import { ShowcaseVideosService } from '../catalogue/showcase-videos.service.js';
import { VideoApproval } from './video-approval.service.js';
import { VideoEditing } from './video-editing.service.js';
import { VideoRemoval } from './video-removal.service.js';

@Controller('api/admin/showcase-videos')
@Audience('staff')
export class ShowcaseVideosController {
  constructor(
    private readonly showcaseVideos: ShowcaseVideosService,
    private readonly editing: VideoEditing,
    private readonly approval: VideoApproval,
    private readonly removal: VideoRemoval,
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

  @Patch(':id')
  @JsonBody(CUES_JSON)
  edit(@Param('id') id: string, @Body() texts: EditShowcaseVideoDto): Promise<SavedShowcaseVideo> {
    return this.editing.edit(id, texts);
  }

  @Put(':id/sentence')
  chooseSentence(@Param('id') id: string, @Body() { sentence }: ChooseSentenceDto): Promise<ShowcaseVideo> {
    return this.editing.chooseSentence(id, sentence);
  }

  @Put(':id/approve')
  approve(@Param('id') id: string, @Body() lookedAt: ApproveShowcaseVideoDto): Promise<ShowcaseVideo> {
    return this.approval.approve(id, lookedAt);
  }

  @Put(':id/unapprove')
  unapprove(@Param('id') id: string): Promise<ShowcaseVideo> {
    return this.approval.unapprove(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string, @Body() lookedAt: DeleteShowcaseVideoDto): Promise<void> {
    return this.removal.remove(id, lookedAt);
  }
}

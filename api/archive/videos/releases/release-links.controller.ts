import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { OwnCut } from '../../../contract/videos/releases.js';
import { MediaService } from '../../../media/store/media.service.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { JsonBody } from '../../../platform/http/json-body.js';
import { RateLimitGuard } from '../../../platform/rate-limits/rate-limit.guard.js';
import { ReleaseLinks } from './release-links.service.js';
import { RELEASE_JSON, ReleaseLinkAnswerDto, ReleaseLinkDto } from './releases.dto.js';

/** Where a mailed link leads. Programs that look at mails open links with GET: no GET does anything here. */
@Controller('api/release-link')
@Audience('public')
export class ReleaseLinksController {
  constructor(
    private readonly links: ReleaseLinks,
    private readonly media: MediaService,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  preview(@Body() { token }: ReleaseLinkDto, @Res({ passthrough: true }) response: Response): Promise<OwnCut> {
    return this.links.preview(token, response);
  }

  /** The link ends with it. */
  @Post('answer')
  @HttpCode(204)
  @JsonBody(RELEASE_JSON)
  @UseGuards(RateLimitGuard)
  answer(@Body() answer: ReleaseLinkAnswerDto): Promise<void> {
    return this.links.answer(answer);
  }

  @Get('videos/:id/stream')
  async stream(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.links.findPlayable(request, id));
  }

  @Get('videos/:id/poster')
  async poster(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.media.serve(request, response, await this.links.findPoster(request, id));
  }
}

import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { MediaService } from '../../../media/store/media.service.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../../platform/http/streamed-body.js';
import { PaperReleases } from './paper-releases.service.js';
import { ReleaseRequests } from './release-requests.service.js';
import { AskForReleaseDto } from './releases.dto.js';

/** What staff do about releases: ask for one, and note one on paper. */
@Controller('api/admin')
@Audience('staff')
export class StaffReleasesController {
  constructor(
    private readonly requests: ReleaseRequests,
    private readonly papers: PaperReleases,
    private readonly media: MediaService,
  ) {}

  /** Mails its person, who is asked whether exactly this cut may be published. */
  @Post('showcase-videos/:id/release-request')
  @HttpCode(200)
  ask(@Param('id') id: string, @Body() { asked }: AskForReleaseDto): Promise<ShowcaseVideo> {
    return this.requests.ask(id, asked);
  }

  /** By a producer with a name, with the scan. */
  @Post('showcase-videos/:id/paper-release')
  @HttpCode(200)
  @StreamedBody()
  record(@Param('id') id: string, @Req() request: Request): Promise<ShowcaseVideo> {
    return this.papers.record(id, request);
  }

  @Get('paper-releases/:id/scan')
  async scan(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { file, downloadName } = await this.papers.findScan(id);
    await this.media.serve(request, response, file, { downloadName });
  }
}

import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SearchAnswer } from '../../contract/search-answer.js';
import type { StoryOverviewItem, UserStory } from '../../contract/stories.js';
import { SEARCH_FAILED } from '../../contract/wordings.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { FailsAs } from '../../platform/http/fails-as.decorator.js';
import type { SentDirectly } from '../../platform/http/sent-directly.js';
import { SearchDataQueryDto } from './search-data.dto.js';
import { TranscriptSearchService } from './transcript-search.service.js';
import { StoriesDocument } from './stories-document.js';
import { StoriesService } from './stories.service.js';

@Controller('api')
@Audience('public')
export class StoriesController {
  constructor(
    private readonly stories: StoriesService,
    private readonly document: StoriesDocument,
    private readonly transcripts: TranscriptSearchService,
  ) {}

  @Get('stories-overview')
  @FailsAs('Failed to fetch stories overview')
  async overview(@Req() request: Request, @Res() response: Response): Promise<SentDirectly<StoryOverviewItem[]>> {
    await this.document.send(request, response);
  }

  /** With `q` only the answers whose transcript contains it; with `from` as well a page of them as rows. Else everything. */
  @Get('search-data')
  @FailsAs(SEARCH_FAILED)
  async searchData(
    @Query() { q, from, shown }: SearchDataQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<SentDirectly<StoryOverviewItem[] | SearchAnswer>> {
    if (q === undefined) await this.document.send(request, response);
    else {
      const { transcripts } = this;
      const answer = from === undefined ? await transcripts.findStories(q) : await transcripts.search(q, from, shown);
      // Back would otherwise show what was withdrawn meanwhile: browsers then ask no server.
      response.setHeader('Cache-Control', 'no-store').json(answer);
    }
  }

  @Get('user-story/:userName')
  @FailsAs('Failed to fetch user story')
  @Header('Cache-Control', 'no-cache')
  userStory(@Param('userName') userName: string): Promise<UserStory> {
    return this.stories.findStory(userName);
  }
}

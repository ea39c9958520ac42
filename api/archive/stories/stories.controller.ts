import {
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  Param,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { STORY_SEARCH_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { SearchAnswer } from '../../contract/search/search-answer.js';
import type { StoryOverviewItem, UserStory } from '../../contract/stories/stories.js';
import { SEARCH_FAILED } from '../../contract/common/wordings.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { FailsAs } from '../../platform/http/fails-as.decorator.js';
import type { SentDirectly } from '../../platform/http/sent-directly.js';
import { CallsPerHour, RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { SearchDataQueryDto } from './search-data.dto.js';
import { sendPieces, StoriesDocument } from './stories-document.js';
import { TranscriptSearchService } from './transcript-search.service.js';
import { StoriesService } from './stories.service.js';

/** Limits searches for whole stories: a letter is in all of them. A page of rows, and everything, cost no more than a page. */
@Injectable()
class StorySearchGuard extends RateLimitGuard {
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { q, from } = context.switchToHttp().getRequest<Request>().query;
    return q === undefined || from !== undefined;
  }
}

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
  @UseGuards(StorySearchGuard)
  @CallsPerHour(STORY_SEARCH_CALLS_PER_HOUR)
  @FailsAs(SEARCH_FAILED)
  async searchData(
    @Query() { q, from, shown }: SearchDataQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<SentDirectly<StoryOverviewItem[] | SearchAnswer>> {
    if (q === undefined) await this.document.send(request, response);
    else {
      // Back would otherwise show what was withdrawn meanwhile: browsers then ask no server.
      response.setHeader('Cache-Control', 'no-store');
      if (from === undefined) await sendPieces(response, await this.transcripts.findStories(q));
      else response.json(await this.transcripts.search(q, from, shown));
    }
  }

  @Get('user-story/:userName')
  @FailsAs('Failed to fetch user story')
  @Header('Cache-Control', 'no-cache')
  userStory(@Param('userName') userName: string): Promise<UserStory> {
    return this.stories.findStory(userName);
  }
}

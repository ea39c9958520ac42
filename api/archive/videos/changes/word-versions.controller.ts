import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import type { WordVersion, WordVersionSummary } from '../../../contract/videos/showcase-words.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { RestoreWordsDto } from '../catalogue/showcase.dto.js';
import { VideoEditing } from './video-editing.service.js';
import { WordVersionsService } from '../words/word-versions.service.js';

@Controller('api/admin/showcase-videos/:id/versions')
@Audience('staff')
export class WordVersionsController {
  constructor(
    private readonly wordVersions: WordVersionsService,
    private readonly editing: VideoEditing,
  ) {}

  @Get()
  list(@Param('id') id: string): Promise<WordVersionSummary[]> {
    return this.wordVersions.list(id);
  }

  @Get(':number')
  find(@Param('id') id: string, @Param('number') number: string): Promise<WordVersion> {
    return this.wordVersions.require(id, number);
  }

  @Post(':number/restore')
  @HttpCode(200)
  restore(
    @Param('id') id: string,
    @Param('number') number: string,
    @Body() { textsVersion }: RestoreWordsDto,
  ): Promise<ShowcaseVideo> {
    return this.editing.restoreWords(id, number, textsVersion);
  }
}

import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { TranscriptDraftsService } from './transcript-drafts.service.js';

@Controller('api/admin/showcase-videos/:id/draft')
@Audience('staff')
export class TranscriptDraftsController {
  constructor(private readonly drafts: TranscriptDraftsService) {}

  @Delete()
  @HttpCode(204)
  reject(@Param('id') id: string): Promise<void> {
    return this.drafts.reject(id);
  }

  @Post()
  @HttpCode(202)
  tryAgain(@Param('id') id: string): Promise<void> {
    return this.drafts.tryAgain(id);
  }
}

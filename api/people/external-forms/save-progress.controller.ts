import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { SAVE_PROGRESS_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { SaveProgressResponse } from '../../contract/interview/save-progress.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CallsPerHour, RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { SaveProgressDto } from './save-progress.dto.js';
import { SaveProgressService } from './save-progress.service.js';

@Controller('api/save-progress')
@Audience('public')
export class SaveProgressController {
  constructor(private readonly progress: SaveProgressService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  @CallsPerHour(SAVE_PROGRESS_CALLS_PER_HOUR)
  save(@Body() progress: SaveProgressDto): Promise<SaveProgressResponse> {
    return this.progress.save(progress);
  }
}

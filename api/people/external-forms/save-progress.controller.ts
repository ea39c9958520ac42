import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { SaveProgressResponse } from '../../contract/save-progress.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { SaveProgressDto } from './save-progress.dto.js';
import { SaveProgressService } from './save-progress.service.js';

/** One person alone comes here once for each step. */
const LIMIT = { ttl: 3_600_000, limit: 240 };

@Controller('api/save-progress')
@Audience('public')
export class SaveProgressController {
  constructor(private readonly progress: SaveProgressService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  @Throttle({ default: LIMIT })
  save(@Body() progress: SaveProgressDto): Promise<SaveProgressResponse> {
    return this.progress.save(progress);
  }
}

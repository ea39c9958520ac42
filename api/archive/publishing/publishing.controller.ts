import { Controller, Get } from '@nestjs/common';
import type { PublishingState } from '../../contract/staff/publishing.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { Publisher } from './publisher.js';

@Controller('api/admin/publishing')
@Audience('staff')
export class PublishingController {
  constructor(private readonly publisher: Publisher) {}

  @Get()
  state(): PublishingState {
    return this.publisher.state();
  }
}

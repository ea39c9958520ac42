import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { Keeping } from '../../contract/staff/keeping.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { KeepingService } from './keeping.service.js';

@Controller('api/admin/keeping')
@Audience('staff')
export class KeepingController {
  constructor(private readonly keeping: KeepingService) {}

  @Get()
  describe(): Promise<Keeping> {
    return this.keeping.describe();
  }

  @Post('allow')
  @HttpCode(204)
  allow(): Promise<void> {
    return this.keeping.allow();
  }

  @Post(':id/keep')
  @HttpCode(204)
  keep(@Param('id') id: string): Promise<void> {
    return this.keeping.keep(id);
  }
}

import { Controller, Get } from '@nestjs/common';
import type { NightlyLook } from '../../contract/staff/nightly-look.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { NightlyLookService } from './nightly-look.service.js';

@Controller('api/admin/nightly-look')
@Audience('staff')
export class NightlyLookController {
  constructor(private readonly nightlyLook: NightlyLookService) {}

  @Get()
  describe(): Promise<NightlyLook> {
    return this.nightlyLook.describe();
  }
}

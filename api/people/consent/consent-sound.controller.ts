import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { ConsentSound } from '../../contract/consent/consent.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { ConsentSoundService } from './consent-sound.service.js';

@Controller('api/admin/consent-sound')
@Audience('staff')
export class ConsentSoundController {
  constructor(private readonly sounds: ConsentSoundService) {}

  @Get()
  describe(): Promise<ConsentSound> {
    return this.sounds.describe();
  }

  @Post()
  @HttpCode(200)
  @StreamedBody()
  replace(@Req() request: Request): Promise<ConsentSound> {
    return this.sounds.replace(request);
  }

  @Delete()
  remove(): Promise<ConsentSound> {
    return this.sounds.remove();
  }
}

import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { REGISTRATION_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { RegisterResponse } from '../../contract/people/participants.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CallsPerHour, RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { RegisterDto } from './register.dto.js';
import { RegistrationService } from './registration.service.js';

@Controller('api/register')
@Audience('public')
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  @Post()
  @UseGuards(RateLimitGuard)
  @CallsPerHour(REGISTRATION_CALLS_PER_HOUR)
  register(
    @Body() body: RegisterDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisterResponse> {
    return this.registration.register(body, request, response);
  }
}

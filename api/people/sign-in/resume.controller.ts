import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { IsIn, IsOptional } from 'class-validator';
import type { Request, Response } from 'express';
import type { ResumeRequest, ResumeResponse } from '../../contract/resume.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { ResumeService } from './resume.service.js';

class ResumeDto implements ResumeRequest {
  @EmailAddress()
  email: string;

  @IsOptional()
  @IsIn(['my-story'])
  aim?: 'my-story';
}

@Controller('api/resume-interview')
@Audience('public')
export class ResumeController {
  constructor(private readonly resuming: ResumeService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  resume(
    @Body() body: ResumeDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResumeResponse> {
    return this.resuming.resume(body, request, response);
  }
}

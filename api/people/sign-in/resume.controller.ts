import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { Request, Response } from 'express';
import type { ResumeRequest, ResumeResponse } from '../../contract/people/resume.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { ResumeService } from './resume.service.js';

const AIMS = ['my-story'] as const;

class ResumeDto implements ResumeRequest {
  @EmailAddress()
  email: string;

  @ApiProperty({ enum: AIMS, required: false })
  @MayBeLeftOut()
  @IsIn(AIMS)
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

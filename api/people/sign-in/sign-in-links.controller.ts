import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SignInLinkPreview, SignInLinkResponse } from '../../contract/people/sign-in.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { BrowserSignIn } from './browser-sign-in.service.js';
import { maskEmail } from '../participants/mask-email.js';
import { RateLimitGuard } from '../../platform/rate-limits/rate-limit.guard.js';
import { SignInLinkDto } from './sign-in-links.dto.js';
import { ResumeService } from './resume.service.js';
import { SignInLinks } from './sign-in-links.service.js';

/** What a mailed link leads to. Programs that look at mails open links with GET: no GET does anything here. */
@Controller('api/auth/link')
@Audience('public')
@UseGuards(RateLimitGuard)
export class SignInLinksController {
  constructor(
    private readonly links: SignInLinks,
    private readonly participants: ParticipantsService,
    private readonly browserSignIn: BrowserSignIn,
    private readonly resuming: ResumeService,
  ) {}

  @Post('preview')
  @HttpCode(200)
  async preview(@Body() { token }: SignInLinkDto, @Req() request: Request): Promise<SignInLinkPreview> {
    const { id, email, emailProvenAt } = await this.participants.get((await this.links.get(token)).participantId);
    const isSignedIn = await this.browserSignIn.isOpen(request, id);
    return { maskedEmail: maskEmail(email), isSignedIn, isEmailProven: emailProvenAt !== null };
  }

  @Post()
  @HttpCode(200)
  async open(
    @Body() { token }: SignInLinkDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInLinkResponse> {
    const link = await this.links.get(token);
    await this.browserSignIn.openByLink(request, response, token);
    return { nextUrl: await this.resuming.findPlace(link) };
  }
}

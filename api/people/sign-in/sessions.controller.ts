import { Controller, Get, Header, HttpCode, Post, Redirect, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CurrentUser } from '../../contract/participants.js';
import type { KnownDevice } from '../../contract/sign-in.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { isOwnJourney } from '../../platform/http/same-site.middleware.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { keptUnderOf, toCurrentUser } from '../participants/to-current-user.js';
import { BrowserSignIn } from './browser-sign-in.service.js';
import { CurrentParticipantId } from '../participants/signed-in-participant.js';
import { ParticipantSessions } from './participant-sessions.service.js';

@Controller('api')
export class SessionsController {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly sessions: ParticipantSessions,
    private readonly browser: BrowserSignIn,
  ) {}

  @Get('auth/user')
  @Audience('participant')
  async user(@CurrentParticipantId() participantId: string): Promise<CurrentUser> {
    const participant = await this.participants.get(participantId);
    return toCurrentUser(participant, await this.participants.findUnclaimed(participantId));
  }

  /**
   * "Take a break": a link, hence GET. The browser stays known, so that Resume goes straight on. A page of another site, or
   * a picture in it, that leads here signs nobody out.
   */
  @Get('logout')
  @Audience('public')
  @Redirect('/', 302)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    if (isOwnJourney(request)) await this.sessions.close(request, response);
  }

  /** Whether there is something to forget here. */
  @Get('auth/device')
  @Audience('public')
  @Header('Cache-Control', 'private, no-store')
  async device(@Req() request: Request): Promise<KnownDevice> {
    const id = await this.browser.findOwner(request);
    return { keptUnder: id === null ? null : keptUnderOf(await this.participants.get(id)) };
  }

  /** "Forget this device": for a browser that others use, too. */
  @Post('auth/forget-device')
  @Audience('public')
  @HttpCode(204)
  forgetDevice(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.browser.forget(request, response);
  }
}

import { Controller, Get, Header, HttpCode, Post, Query, Redirect, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type CurrentUser, LOGOUT_OWNER } from '../../contract/people/participants.js';
import { HELD_DRAFT_TOLD, type KnownDevice } from '../../contract/people/sign-in.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { isOwnJourney } from '../../platform/http/same-site.middleware.js';
import { KEPT_NOWHERE } from '../../platform/http/security-headers.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UnclaimedBeginnings } from '../participants/unclaimed-beginnings.service.js';
import { StoryChoicesService } from '../participants/story-choices.service.js';
import { keptUnderOf, toCurrentUser } from '../participants/to-current-user.js';
import { BrowserSignIn, HeldDraftForgotten } from './browser-sign-in.service.js';
import { CurrentParticipantId, requireOwner } from '../participants/signed-in-participant.js';
import { ParticipantSessions } from './browser-tokens.service.js';

@Controller('api')
export class SessionsController {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly sessions: ParticipantSessions,
    private readonly browserSignIn: BrowserSignIn,
    private readonly heldDraftForgotten: HeldDraftForgotten,
  ) {}

  @Get('auth/user')
  @Audience('participant')
  async user(@CurrentParticipantId() participantId: string): Promise<CurrentUser> {
    const [participant, beginning, choice] = await Promise.all([
      this.participants.get(participantId),
      this.beginnings.find(participantId),
      this.choices.find(participantId),
    ]);
    return toCurrentUser(participant, beginning, choice);
  }

  /**
   * "Take a break": a link, hence GET. The browser stays known, so that Resume goes straight on. A page of another site, or
   * a picture in it, that leads here signs nobody out.
   * @param owner for whom the page was opened on which it was pressed; whoever has signed in since stays signed in
   */
  @Get('logout')
  @ApiQuery({ name: LOGOUT_OWNER, type: String, required: false })
  @Audience('public')
  @Redirect('/', 302)
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query(LOGOUT_OWNER) owner?: string,
  ): Promise<void> {
    if (!isOwnJourney(request)) return;
    if (owner !== undefined && owner !== (await this.sessions.findByRequest(request))) return;
    await this.sessions.close(request, response);
  }

  /** Whether there is something to forget here. */
  @Get('auth/device')
  @Audience('public')
  @Header('Cache-Control', KEPT_NOWHERE)
  async device(@Req() request: Request): Promise<KnownDevice> {
    const id = await this.browserSignIn.findOwner(request);
    return id === null ? { keptUnder: null } : { id, keptUnder: keptUnderOf(await this.participants.get(id)) };
  }

  /**
   * "Forget this device": for a browser that others use, too.
   * @throws AppError 401 `signed_out` for a page of somebody else than who is signed in or known here now
   */
  @Post('auth/forget-device')
  @ApiQuery({ name: HELD_DRAFT_TOLD, type: String, required: false })
  @Audience('public')
  @HttpCode(204)
  async forgetDevice(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query(HELD_DRAFT_TOLD) heldDraftTold?: string | string[],
  ): Promise<void> {
    const found = [await this.sessions.findByRequest(request), await this.browserSignIn.findOwner(request)];
    const owners = new Set(found.filter((id) => id !== null));
    for (const id of owners) requireOwner(request, id);
    // Before it is forgotten whose it is: what fails here is asked again.
    const told = String(heldDraftTold ?? '')
      .split(',')
      .filter(Boolean);
    if (told.length > 0)
      for (const participantId of owners) await this.heldDraftForgotten.emit({ participantId, told });
    await this.browserSignIn.forget(request, response);
  }
}

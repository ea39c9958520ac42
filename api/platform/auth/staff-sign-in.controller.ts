import { Body, Controller, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { STAFF_SIGN_IN_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { StaffLinkSent, StaffLinkSession, StaffSession } from '../../contract/staff/staff.js';
import { Audience } from '../http/audience.decorator.js';
import { KEPT_NOWHERE } from '../http/security-headers.js';
import { CallsPerHour } from '../rate-limits/rate-limit.guard.js';
import { AccountsOnlyGuard } from './accounts-only.guard.js';
import { Passkeys } from './passkeys.service.js';
import { StaffLinkDto, UsePasskeyDto, UseStaffLinkDto } from './staff-accounts.dto.js';
import { StaffSignInGuard } from './staff-sign-in.guard.js';
import { StaffSignIn } from './staff-sign-in.service.js';

/** Programs that look at mails open links with GET: no GET does anything here. */
@Controller('api/admin/session')
@Audience('public')
@UseGuards(StaffSignInGuard, AccountsOnlyGuard)
export class StaffSignInController {
  constructor(
    private readonly signIn: StaffSignIn,
    private readonly passkeys: Passkeys,
  ) {}

  @Post('link')
  @CallsPerHour(STAFF_SIGN_IN_CALLS_PER_HOUR)
  @HttpCode(202)
  askForLink(@Body() body: StaffLinkDto, @Req() request: Request): Promise<StaffLinkSent> {
    return this.signIn.askForLink(body, request);
  }

  @Post('link/use')
  @CallsPerHour(STAFF_SIGN_IN_CALLS_PER_HOUR)
  @HttpCode(200)
  @Header('Cache-Control', KEPT_NOWHERE)
  useLink(
    @Body() { token }: UseStaffLinkDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffLinkSession> {
    return this.signIn.useLink(token, request, response);
  }

  @Post('passkey/options')
  @CallsPerHour(STAFF_SIGN_IN_CALLS_PER_HOUR)
  @HttpCode(200)
  @Header('Cache-Control', KEPT_NOWHERE)
  options(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.passkeys.optionsToSignIn();
  }

  @Post('passkey')
  @CallsPerHour(STAFF_SIGN_IN_CALLS_PER_HOUR)
  @HttpCode(200)
  @Header('Cache-Control', KEPT_NOWHERE)
  usePasskey(
    @Body() { response: answer }: UsePasskeyDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffSession> {
    return this.signIn.usePasskey(answer, request, response);
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import type { Passkey, Passkeys as PasskeyList, Producer, Producers } from '../../contract/staff/staff.js';
import { Audience } from '../http/audience.decorator.js';
import { AccountsOnlyGuard } from './accounts-only.guard.js';
import { Passkeys } from './passkeys.service.js';
import { AddPasskeyDto, AddProducerDto } from './staff-accounts.dto.js';
import { StaffAccounts } from './staff-accounts.service.js';
import { StaffSessions } from './staff-sessions.service.js';

/** Who is a producer, and with which passkeys one signs in oneself. */
@Controller('api/admin')
@Audience('staff')
@UseGuards(AccountsOnlyGuard)
export class ProducersController {
  constructor(
    private readonly accounts: StaffAccounts,
    private readonly passkeys: Passkeys,
    private readonly sessions: StaffSessions,
  ) {}

  @Get('producers')
  async list(@Req() request: Request): Promise<Producers> {
    return this.accounts.list(await this.sessions.getAccountId(request));
  }

  @Post('producers')
  async add(@Body() body: AddProducerDto, @Req() request: Request): Promise<Producer> {
    return this.accounts.add(body, await this.sessions.getAccountId(request));
  }

  @Delete('producers/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.accounts.remove(id, await this.sessions.getAccountId(request));
  }

  @Get('passkeys')
  async listPasskeys(@Req() request: Request): Promise<PasskeyList> {
    return this.passkeys.list(await this.sessions.getAccountId(request));
  }

  @Post('passkeys/options')
  @HttpCode(200)
  async passkeyOptions(@Req() request: Request): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.passkeys.optionsToAdd(await this.sessions.getAccountId(request));
  }

  @Post('passkeys')
  async addPasskey(@Body() { response, label }: AddPasskeyDto, @Req() request: Request): Promise<Passkey> {
    return this.passkeys.add(await this.sessions.getAccountId(request), response, label);
  }

  @Delete('passkeys/:id')
  @HttpCode(204)
  async removePasskey(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.passkeys.remove(id, await this.sessions.getOwn(request));
  }
}

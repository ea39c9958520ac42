import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { StaffSession } from '../../contract/staff/staff.js';
import { AppError } from '../http/app-error.js';
import { Audience } from '../http/audience.decorator.js';
import { GateTryFilter, GateTryGuard } from './gate-try.js';
import { StaffBrowsers, StaffSessions } from './staff-sessions.service.js';
import { StaffGate } from './staff-gate.service.js';
import { OpenStaffSessionDto } from './staff-session.dto.js';

@Controller('api/admin/session')
@Audience('staff')
export class StaffSessionController {
  constructor(
    private readonly gate: StaffGate,
    private readonly sessions: StaffSessions,
    private readonly browsers: StaffBrowsers,
  ) {}

  @Post()
  @Audience('public')
  @UseGuards(GateTryGuard)
  @UseFilters(GateTryFilter)
  async open(
    @Body() { password, name }: OpenStaffSessionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffSession> {
    await this.gate.admit(password, request);
    const session = await this.sessions.open(request, response, name || null);
    await this.browsers.remember(request, response);
    return session;
  }

  /** 404 for staff who only sent the password in a header: they have no session. */
  @Get()
  async find(@Req() request: Request): Promise<StaffSession> {
    const session = await this.sessions.findByRequest(request);
    if (!session) throw new AppError(404, 'no_session', 'No session is open.');
    return session;
  }

  @Delete()
  @HttpCode(204)
  close(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    return this.sessions.close(request, response);
  }
}

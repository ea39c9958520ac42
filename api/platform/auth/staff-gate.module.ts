import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { StaffBrowser, StaffSession } from './staff-sessions.entity.js';
import { StaffBrowsersRepository, StaffSessionsRepository } from './staff-sessions.repository.js';
import { StaffBrowsers, StaffSessions } from './staff-sessions.service.js';
import { StaffGate } from './staff-gate.service.js';
import { StaffPassword } from './staff-password.js';
import { StaffSessionController } from './staff-session.controller.js';
import { StaffGuard } from './staff.guard.js';
import { WrongTries } from './wrong-tries.js';

@Module({
  imports: [TypeOrmModule.forFeature([StaffSession, StaffBrowser]), AuditModule],
  controllers: [StaffSessionController],
  providers: [
    StaffGate,
    StaffPassword,
    StaffSessions,
    StaffSessionsRepository,
    StaffBrowsers,
    StaffBrowsersRepository,
    WrongTries,
    StaffGuard,
    { provide: APP_GUARD, useExisting: StaffGuard },
  ],
})
export class StaffGateModule {}

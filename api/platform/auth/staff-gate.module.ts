import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { PasskeyChallenge, StoredPasskey } from './passkeys.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { Passkeys } from './passkeys.service.js';
import { ProducersController } from './producers.controller.js';
import { StaffAccount, StaffLink } from './staff-accounts.entity.js';
import { StaffAccountsRepository } from './staff-accounts.repository.js';
import { StaffAccounts } from './staff-accounts.service.js';
import { StaffSignInController } from './staff-sign-in.controller.js';
import { StaffSignIn } from './staff-sign-in.service.js';
import { StaffBrowser, StaffSession } from './staff-sessions.entity.js';
import { StaffBrowsersRepository, StaffSessionsRepository } from './staff-sessions.repository.js';
import { StaffBrowsers, StaffSessions } from './staff-sessions.service.js';
import { StaffGate } from './staff-gate.service.js';
import { StaffPassword } from './staff-password.js';
import { StaffSessionController } from './staff-session.controller.js';
import { StaffGuard } from './staff.guard.js';
import { WrongTries } from './wrong-tries.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([StaffSession, StaffBrowser, StaffAccount, StaffLink, StoredPasskey, PasskeyChallenge]),
    AuditModule,
    MailModule,
  ],
  controllers: [StaffSessionController, StaffSignInController, ProducersController],
  providers: [
    StaffGate,
    StaffPassword,
    StaffSessions,
    StaffSessionsRepository,
    StaffBrowsers,
    StaffBrowsersRepository,
    WrongTries,
    StaffAccounts,
    StaffAccountsRepository,
    StaffSignIn,
    Passkeys,
    PasskeysRepository,
    StaffGuard,
    { provide: APP_GUARD, useExisting: StaffGuard },
  ],
})
export class StaffGateModule {}

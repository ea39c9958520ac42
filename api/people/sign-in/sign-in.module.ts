import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobsModule } from '../../platform/jobs/jobs.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { BrowserSignIn, HeldDraftForgotten } from './browser-sign-in.service.js';
import { DeletedParticipantInterceptor } from './deleted-participant.interceptor.js';
import { DeviceToken, ParticipantSession } from './browser-tokens.entity.js';
import { DeviceTokensRepository, ParticipantSessionsRepository } from './browser-tokens.repository.js';
import { DeviceTokens, ParticipantSessions } from './browser-tokens.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';
import { EmailChanges } from './email-changes.service.js';
import { EmailNoticesRepository } from './email-notices.repository.js';
import { EmailNoticesWorker } from './email-notices.worker.js';
import { ParticipantGuard } from './participant.guard.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { ResumeController } from './resume.controller.js';
import { ResumeService } from './resume.service.js';
import { SessionsController } from './sessions.controller.js';
import { SignInLink } from './sign-in-link.entity.js';
import { SignInLinksController } from './sign-in-links.controller.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';
import { SignInLinks } from './sign-in-links.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([ParticipantSession, DeviceToken, SignInLink]),
    JobsModule,
    MailModule,
    ParticipantsModule,
  ],
  controllers: [RegistrationController, SessionsController, ResumeController, SignInLinksController],
  providers: [
    RegistrationService,
    ResumeService,
    BrowserSignIn,
    HeldDraftForgotten,
    ParticipantSessions,
    ParticipantSessionsRepository,
    DeviceTokens,
    DeviceTokensRepository,
    SignInLinks,
    EmailChanges,
    EmailChangesRepository,
    EmailNoticesRepository,
    EmailNoticesWorker,
    SignInLinksRepository,
    { provide: APP_GUARD, useClass: ParticipantGuard },
    { provide: APP_INTERCEPTOR, useClass: DeletedParticipantInterceptor },
  ],
  exports: [ParticipantSessions, BrowserSignIn, HeldDraftForgotten, SignInLinks, EmailChanges],
})
export class SignInModule {}

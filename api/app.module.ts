import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AdminParticipantsModule } from './admin-participants/admin-participants.module.js';
import { AuditModule } from './audit/audit.module.js';
import type { AppConfig } from './config/app-config.js';
import { ConfigModule } from './config/config.module.js';
import type { DatabaseConnection } from './database/data-source.js';
import { DatabaseModule } from './database/database.module.js';
import { ExportModule } from './export/export.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { requestLog } from './http/request-log.js';
import { InterviewModule } from './interview/interview.module.js';
import { BackgroundWorkModule } from './jobs/background-work.module.js';
import { MailModule } from './mail/mail.module.js';
import { MediaModule } from './media/media.module.js';
import { ParticipantsModule } from './participants/participants.module.js';
import { PhotosModule } from './photos/photos.module.js';
import { ProgressModule } from './progress/progress.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { RedirectsModule } from './redirects/redirects.module.js';
import { PublicUploadsModule } from './public-uploads/public-uploads.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ShowcaseModule } from './showcase/showcase.module.js';
import { StaffGateModule } from './staff-gate/staff-gate.module.js';
import { StoriesModule } from './stories/stories.module.js';
import { UnclaimedModule } from './unclaimed/unclaimed.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The whole API for one configuration and one database. */
@Module({})
export class AppModule {
  /** @param backgroundWork false in a process beside the server, which leaves all queued work to it */
  static register(config: AppConfig, connection: DatabaseConnection, backgroundWork = true): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        BackgroundWorkModule.register(backgroundWork),
        DatabaseModule.register(connection),
        LoggerModule.forRoot(requestLog({ level: config.logLevel })),
        ScheduleModule.forRoot(),
        HttpModule,
        RateLimitsModule,
        HealthModule,
        MediaModule,
        UploadsModule,
        MailModule,
        AuditModule,
        StaffGateModule,
        ParticipantsModule,
        SessionsModule,
        InterviewModule,
        PhotosModule,
        PublicUploadsModule,
        ProgressModule,
        RedirectsModule,
        ShowcaseModule,
        UnclaimedModule,
        StoriesModule,
        ExportModule,
        PublishingModule,
        AdminParticipantsModule,
      ],
    };
  }
}

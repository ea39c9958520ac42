import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { LoggerModule } from 'nestjs-pino';
import { AdminParticipantsModule } from './staff/admin-participants.module.js';
import { AuditModule } from './platform/audit/audit.module.js';
import type { AppConfig } from './platform/config/app-config.js';
import { BackupHealth } from './operations/backup/backup.health.js';
import { BackupModule } from './operations/backup/backup.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DoctorModule } from './operations/doctor/doctor.module.js';
import { ElsewhereModule } from './archive/elsewhere/elsewhere.module.js';
import { ExportModule } from './staff/export.module.js';
import { PublishingHealth } from './archive/publishing/publishing.health.js';
import { DecodersHealth } from './media/sandbox/decoders.health.js';
import { MediaHealth } from './media/store/media.health.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { requestLog } from './platform/http/request-log.js';
import { RemindersModule } from './people/reminders/reminders.module.js';
import { HelpersModule } from './people/helpers/helpers.module.js';
import { KeepingModule } from './operations/keeping/keeping.module.js';
import { InterviewModule } from './people/interview/interview.module.js';
import { ConsentModule } from './people/consent/consent.module.js';
import { BackgroundWorkModule } from './platform/jobs/background-work.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { MediaModule } from './media/media.module.js';
import { MyStoryModule } from './archive/my-story/my-story.module.js';
import { ParticipantsModule } from './people/participants/participants.module.js';
import { PhotosModule } from './people/photos/photos.module.js';
import { RateLimitsModule } from './platform/rate-limits/rate-limits.module.js';
import { ExternalFormsModule } from './people/external-forms/external-forms.module.js';
import { PublicUploadsModule } from './people/public-uploads/public-uploads.module.js';
import { PublishingModule } from './archive/publishing/publishing.module.js';
import { SignInModule } from './people/sign-in/sign-in.module.js';
import { VideosModule } from './archive/videos/videos.module.js';
import { StaffGateModule } from './platform/auth/staff-gate.module.js';
import { StoriesModule } from './archive/stories/stories.module.js';
import { UnclaimedModule } from './archive/unclaimed/unclaimed.module.js';
import { UploadsModule } from './media/uploads/uploads.module.js';

/** The whole API for one configuration and one database. */
@Module({})
export class AppModule {
  /** @param backgroundWork false in a process beside the server, which leaves all queued work to it */
  static register(config: AppConfig, connection: DatabaseConnection, backgroundWork = true): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(config),
        BackgroundWorkModule.register(backgroundWork && config.roles.includes('worker')),
        DatabaseModule.register(connection),
        LoggerModule.forRoot(requestLog({ level: config.logLevel })),
        ScheduleModule.forRoot(),
        HttpModule,
        RateLimitsModule,
        HealthModule.register(
          [MediaHealth, DecodersHealth, PublishingHealth, BackupHealth],
          [MediaModule, PublishingModule, BackupModule],
        ),
        MediaModule,
        UploadsModule,
        MailModule,
        AuditModule,
        StaffGateModule,
        ParticipantsModule,
        SignInModule,
        ConsentModule,
        InterviewModule,
        HelpersModule,
        RemindersModule,
        PhotosModule,
        PublicUploadsModule,
        ExternalFormsModule,
        VideosModule,
        ElsewhereModule,
        UnclaimedModule,
        MyStoryModule,
        StoriesModule,
        ExportModule,
        PublishingModule,
        AdminParticipantsModule,
        BackupModule,
        KeepingModule,
        DoctorModule,
      ],
    };
  }
}

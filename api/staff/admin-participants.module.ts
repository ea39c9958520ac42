import { Module } from '@nestjs/common';
import { ElsewhereModule } from '../archive/elsewhere/elsewhere.module.js';
import { ConsentModule } from '../people/consent/consent.module.js';
import { LedgerModule } from '../people/ledger/ledger.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { InterviewModule } from '../people/interview/interview.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { MediaModule } from '../media/media.module.js';
import { ParticipantsModule } from '../people/participants/participants.module.js';
import { PhotosModule } from '../people/photos/photos.module.js';
import { PublicUploadsModule } from '../people/public-uploads/public-uploads.module.js';
import { SignInModule } from '../people/sign-in/sign-in.module.js';
import { PublishingModule } from '../archive/publishing/publishing.module.js';
import { VideosModule } from '../archive/videos/videos.module.js';
import { MyStoryModule } from '../archive/my-story/my-story.module.js';
import { UploadsModule } from '../media/uploads/uploads.module.js';
import { AdminAnswersController } from './admin-answers.controller.js';
import { AdminAnswersService } from './admin-answers.service.js';
import { AdminParticipantsController } from './admin-participants.controller.js';
import { AdminParticipantsService } from './admin-participants.service.js';
import { AdminPhotosController } from './admin-photos.controller.js';
import { AdminPhotosService } from './admin-photos.service.js';
import { AdminSendersController } from './admin-senders.controller.js';
import { AdminSendersService } from './admin-senders.service.js';
import { UrgentAnswersController } from './urgent-answers.controller.js';
import { UrgentAnswersRepository } from './urgent-answers.repository.js';
import { UrgentAnswersService } from './urgent-answers.service.js';

@Module({
  imports: [
    AuditModule,
    MailModule,
    MediaModule,
    UploadsModule,
    ParticipantsModule,
    ConsentModule,
    SignInModule,
    InterviewModule,
    PhotosModule,
    PublicUploadsModule,
    PublishingModule,
    VideosModule,
    MyStoryModule,
    ElsewhereModule,
    LedgerModule,
  ],
  controllers: [
    AdminParticipantsController,
    AdminPhotosController,
    AdminSendersController,
    AdminAnswersController,
    UrgentAnswersController,
  ],
  providers: [
    AdminParticipantsService,
    AdminPhotosService,
    AdminSendersService,
    AdminAnswersService,
    UrgentAnswersService,
    UrgentAnswersRepository,
  ],
})
export class AdminParticipantsModule {}

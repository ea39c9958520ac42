import { Module } from '@nestjs/common';
import { MediaModule } from '../../media/media.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { ConsentModule } from '../../people/consent/consent.module.js';
import { HelpersModule } from '../../people/helpers/helpers.module.js';
import { InterviewModule } from '../../people/interview/interview.module.js';
import { ParticipantsModule } from '../../people/participants/participants.module.js';
import { SignInModule } from '../../people/sign-in/sign-in.module.js';
import { PhotosModule } from '../../people/photos/photos.module.js';
import { PublicUploadsModule } from '../../people/public-uploads/public-uploads.module.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { LedgerModule } from '../../people/ledger/ledger.module.js';
import { ElsewhereModule } from '../elsewhere/elsewhere.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { VideosModule } from '../videos/videos.module.js';
import { DownloadTurnsRepository } from './download-turns.repository.js';
import { GuardianController } from './guardian.controller.js';
import { LedgerRepeats } from './ledger-repeats.service.js';
import { LedgerReplay } from './ledger-replay.js';
import { MyStoryController } from './my-story.controller.js';
import { MyStoryService } from './my-story.service.js';
import { OwnDetails } from './own-details.service.js';
import { OwnSignIn } from './own-sign-in.service.js';
import { OwnThings } from './own-things.service.js';
import { StoryDownload } from './story-download.service.js';
import { StoryRemoval } from './story-removal.service.js';
import { StoryVisibility } from './story-visibility.service.js';
import { NewestThingsRepository } from './newest-things.repository.js';
import { UnwrittenNoesRepository } from './unwritten-noes.repository.js';
import { WithdrawalsService } from './withdrawals.service.js';

@Module({
  imports: [
    AuditModule,
    MailModule,
    MediaModule,
    UploadsModule,
    ParticipantsModule,
    SignInModule,
    InterviewModule,
    HelpersModule,
    PhotosModule,
    PublicUploadsModule,
    PublishingModule,
    VideosModule,
    ElsewhereModule,
    LedgerModule,
    ConsentModule,
  ],
  controllers: [MyStoryController, GuardianController],
  providers: [
    MyStoryService,
    OwnThings,
    OwnDetails,
    OwnSignIn,
    StoryDownload,
    DownloadTurnsRepository,
    WithdrawalsService,
    StoryVisibility,
    StoryRemoval,
    LedgerReplay,
    LedgerRepeats,
    UnwrittenNoesRepository,
    NewestThingsRepository,
  ],
  exports: [WithdrawalsService, LedgerReplay],
})
export class MyStoryModule {}

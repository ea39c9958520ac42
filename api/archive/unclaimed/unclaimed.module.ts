import { Module } from '@nestjs/common';
import { MediaModule } from '../../media/media.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { ConsentModule } from '../../people/consent/consent.module.js';
import { InterviewModule } from '../../people/interview/interview.module.js';
import { LedgerModule } from '../../people/ledger/ledger.module.js';
import { ParticipantsModule } from '../../people/participants/participants.module.js';
import { ElsewhereModule } from '../elsewhere/elsewhere.module.js';
import { VideosModule } from '../videos/videos.module.js';
import { UnclaimedController } from './unclaimed.controller.js';
import { UnclaimedRepository } from './unclaimed.repository.js';
import { UnclaimedService } from './unclaimed.service.js';

@Module({
  imports: [
    ConsentModule,
    ElsewhereModule,
    InterviewModule,
    LedgerModule,
    MediaModule,
    ParticipantsModule,
    VideosModule,
    UploadsModule,
  ],
  controllers: [UnclaimedController],
  providers: [UnclaimedService, UnclaimedRepository],
})
export class UnclaimedModule {}

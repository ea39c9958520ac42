import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../../media/media.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { InterviewModule } from '../interview/interview.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { HelpController } from './help.controller.js';
import { HelpUploadsController } from './help-uploads.controller.js';
import { HelpedThingsRepository } from './helped-things.repository.js';
import { HelperGuard } from './helper.guard.js';
import { HelperLink, HelperSession } from './helper-link.entity.js';
import { HelperLinksRepository, HelperSessionsRepository } from './helper-links.repository.js';
import { HelperSessions } from './helper-sessions.service.js';
import { HelpersController } from './helpers.controller.js';
import { HelpersService } from './helpers.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([HelperLink, HelperSession]),
    LedgerModule,
    MediaModule,
    UploadsModule,
    ParticipantsModule,
    PhotosModule,
    InterviewModule,
  ],
  controllers: [HelpersController, HelpUploadsController, HelpController],
  providers: [
    HelpersService,
    HelperLinksRepository,
    HelpedThingsRepository,
    HelperSessions,
    HelperSessionsRepository,
    { provide: APP_GUARD, useClass: HelperGuard },
  ],
  exports: [HelpersService],
})
export class HelpersModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CorrectionsRepository } from './corrections.repository.js';
import { CorrectionsService } from './corrections.service.js';
import { Participant } from './participant.entity.js';
import { OwnChanges } from './own-changes.service.js';
import { ParticipantsRepository } from './participants.repository.js';
import { MailboxProven, ParticipantsService } from './participants.service.js';
import { StoryChoicesRepository } from './story-choices.repository.js';
import { StoryChoicesService } from './story-choices.service.js';
import { StoryWishesRepository } from './story-wishes.repository.js';
import { StoryWishesService } from './story-wishes.service.js';
import { UnclaimedBeginningsRepository } from './unclaimed-beginnings.repository.js';
import { UnclaimedBeginnings } from './unclaimed-beginnings.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Participant]), LedgerModule],
  providers: [
    ParticipantsService,
    MailboxProven,
    ParticipantsRepository,
    UnclaimedBeginnings,
    UnclaimedBeginningsRepository,
    CorrectionsService,
    CorrectionsRepository,
    StoryChoicesService,
    StoryChoicesRepository,
    StoryWishesService,
    StoryWishesRepository,
    OwnChanges,
  ],
  exports: [
    ParticipantsService,
    MailboxProven,
    UnclaimedBeginnings,
    CorrectionsService,
    StoryChoicesService,
    StoryWishesService,
    OwnChanges,
  ],
})
export class ParticipantsModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Participant } from './participant.entity.js';
import { ParticipantsRepository } from './participants.repository.js';
import { ParticipantsService } from './participants.service.js';
import { UnclaimedBeginningsRepository } from './unclaimed-beginnings.repository.js';

@Module({
  imports: [TypeOrmModule.forFeature([Participant])],
  providers: [ParticipantsService, ParticipantsRepository, UnclaimedBeginningsRepository],
  exports: [ParticipantsService],
})
export class ParticipantsModule {}

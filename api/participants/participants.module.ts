import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Participant } from './participant.entity.js';
import { ParticipantsRepository } from './participants.repository.js';
import { ParticipantsService } from './participants.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Participant])],
  providers: [ParticipantsService, ParticipantsRepository],
  exports: [ParticipantsService],
})
export class ParticipantsModule {}

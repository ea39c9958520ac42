import { Module } from '@nestjs/common';
import { InterviewModule } from './interview.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { ProgressController } from './progress.controller.js';
import { ProgressService } from './progress.service.js';

@Module({
  imports: [ParticipantsModule, InterviewModule, PhotosModule],
  controllers: [ProgressController],
  providers: [ProgressService],
})
export class ProgressModule {}

import { Module } from '@nestjs/common';
import { InterviewModule } from './interview.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { PhotosModule } from '../photos/photos.module.js';
import { ProgressController } from './progress.controller.js';
import { ProgressService } from './progress.service.js';
import { SaveProgressController } from '../external-forms/save-progress.controller.js';
import { SaveProgressService } from '../external-forms/save-progress.service.js';

@Module({
  imports: [ParticipantsModule, InterviewModule, PhotosModule],
  controllers: [ProgressController, SaveProgressController],
  providers: [ProgressService, SaveProgressService],
})
export class ProgressModule {}

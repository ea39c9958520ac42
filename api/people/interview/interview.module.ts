import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { MediaModule } from '../../media/media.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { Answer } from './answer.entity.js';
import { AnswersController } from './answers.controller.js';
import { AnswersRepository } from './answers.repository.js';
import { AnswersService } from './answers.service.js';
import { PhotosModule } from '../photos/photos.module.js';
import { ProgressController } from './progress.controller.js';
import { ProgressService } from './progress.service.js';
import { Question } from './question.entity.js';
import { QuestionsController } from './questions.controller.js';
import { QuestionsRepository } from './questions.repository.js';
import { QuestionsService } from './questions.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Question, Answer]),
    AuditModule,
    MediaModule,
    ParticipantsModule,
    PhotosModule,
    UploadsModule,
  ],
  controllers: [QuestionsController, AnswersController, ProgressController],
  providers: [QuestionsService, QuestionsRepository, AnswersService, AnswersRepository, ProgressService],
  exports: [QuestionsService, AnswersService],
})
export class InterviewModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MediaModule } from '../../media/media.module.js';
import { ParticipantsModule } from '../participants/participants.module.js';
import { UploadsModule } from '../../media/uploads/uploads.module.js';
import { Answer } from './answer.entity.js';
import { AnswersController } from './answers.controller.js';
import { AnswersRepository } from './answers.repository.js';
import { AnswersService } from './answers.service.js';
import { Question } from './question.entity.js';
import { QuestionsController } from './questions.controller.js';
import { QuestionsRepository } from './questions.repository.js';
import { QuestionsService } from './questions.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Question, Answer]), MediaModule, ParticipantsModule, UploadsModule],
  controllers: [QuestionsController, AnswersController],
  providers: [QuestionsService, QuestionsRepository, AnswersService, AnswersRepository],
  exports: [QuestionsService, AnswersService],
})
export class InterviewModule {}

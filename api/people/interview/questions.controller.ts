import { Controller, Get } from '@nestjs/common';
import type { InterviewQuestion } from '../../contract/interview/questions.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { QuestionsService } from './questions.service.js';

@Controller('api/questions')
@Audience('public')
export class QuestionsController {
  constructor(private readonly questions: QuestionsService) {}

  @Get()
  list(): Promise<InterviewQuestion[]> {
    return this.questions.list();
  }
}

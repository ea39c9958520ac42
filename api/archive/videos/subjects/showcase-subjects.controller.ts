import { Controller, Get } from '@nestjs/common';
import type { InterviewQuestion } from '../../../contract/questions.js';
import type { StaffUserOption } from '../../../contract/showcase.js';
import { Audience } from '../../../platform/http/audience.decorator.js';
import { ShowcaseSubjectsService } from './showcase-subjects.service.js';

@Controller('api/admin')
@Audience('staff')
export class ShowcaseSubjectsController {
  constructor(private readonly subjects: ShowcaseSubjectsService) {}

  @Get('users')
  listUsers(): Promise<StaffUserOption[]> {
    return this.subjects.listUsers();
  }

  @Get('questions')
  listQuestions(): Promise<InterviewQuestion[]> {
    return this.subjects.listQuestions();
  }
}

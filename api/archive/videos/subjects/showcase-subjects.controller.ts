import { Controller, Get } from '@nestjs/common';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import type { StaffUserOption } from '../../../contract/videos/showcase.js';
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

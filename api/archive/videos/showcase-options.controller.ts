import { Controller, Get } from '@nestjs/common';
import type { InterviewQuestion } from '../../contract/questions.js';
import type { StaffUserOption } from '../../contract/showcase.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { ShowcaseOptionsService } from './showcase-options.service.js';

@Controller('api/admin')
@Audience('staff')
export class ShowcaseOptionsController {
  constructor(private readonly options: ShowcaseOptionsService) {}

  @Get('users')
  listUsers(): Promise<StaffUserOption[]> {
    return this.options.listUsers();
  }

  @Get('questions')
  listQuestions(): Promise<InterviewQuestion[]> {
    return this.options.listQuestions();
  }
}

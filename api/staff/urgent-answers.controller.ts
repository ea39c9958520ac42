import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { IsInt } from 'class-validator';
import type { MarkUrgentRequest, UrgentAnswer } from '../contract/staff/urgent.js';
import { Audience } from '../platform/http/audience.decorator.js';
import { UrgentAnswersService } from './urgent-answers.service.js';

class MarkUrgentDto implements MarkUrgentRequest {
  @IsInt({ message: 'Please say which answer it is about.' })
  questionId: number;
}

@Controller('api/admin')
@Audience('staff')
export class UrgentAnswersController {
  constructor(private readonly urgent: UrgentAnswersService) {}

  @Get('urgent')
  list(): Promise<UrgentAnswer[]> {
    return this.urgent.list();
  }

  @Post('users/:id/urgent')
  @HttpCode(200)
  mark(@Param('id') id: string, @Body() { questionId }: MarkUrgentDto): Promise<UrgentAnswer[]> {
    return this.urgent.mark(id, questionId);
  }

  @Post('photo/:photoId/urgent')
  @HttpCode(200)
  markPhoto(@Param('photoId') photoId: string): Promise<UrgentAnswer[]> {
    return this.urgent.markPhoto(photoId);
  }

  @Post('urgent/:id/take')
  @HttpCode(200)
  take(@Param('id') id: string): Promise<UrgentAnswer[]> {
    return this.urgent.go(id, 'take');
  }

  @Post('urgent/:id/give-back')
  @HttpCode(200)
  giveBack(@Param('id') id: string): Promise<UrgentAnswer[]> {
    return this.urgent.go(id, 'give-back');
  }

  @Post('urgent/:id/done')
  @HttpCode(200)
  finish(@Param('id') id: string): Promise<UrgentAnswer[]> {
    return this.urgent.go(id, 'done');
  }
}

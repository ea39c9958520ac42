import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsISO8601 } from 'class-validator';
import type { Reminder, RemindRequest } from '../../contract/reminders.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CurrentParticipant, type SignedInParticipant } from '../participants/signed-in-participant.js';
import { RemindersService } from './reminders.service.js';

class RemindDto implements RemindRequest {
  @ApiProperty({ format: 'date-time' })
  @IsISO8601({ strict: true }, { message: 'Please pick a day.' })
  at: string;
}

@Controller('api/reminder')
@Audience('participant')
export class RemindersController {
  constructor(private readonly reminders: RemindersService) {}

  @Get()
  find(@CurrentParticipant() author: SignedInParticipant): Promise<Reminder> {
    return this.reminders.find(author);
  }

  @Put()
  ask(@CurrentParticipant() author: SignedInParticipant, @Body() { at }: RemindDto): Promise<Reminder> {
    return this.reminders.ask(author, at);
  }

  @Delete()
  @HttpCode(204)
  forget(@CurrentParticipant() author: SignedInParticipant): Promise<void> {
    return this.reminders.forget(author);
  }

  @Put('held-draft')
  @HttpCode(204)
  holdDraft(@CurrentParticipant() author: SignedInParticipant): Promise<void> {
    return this.reminders.holdDraft(author);
  }

  @Delete('held-draft')
  @HttpCode(204)
  letDraftGo(@CurrentParticipant() author: SignedInParticipant): Promise<void> {
    return this.reminders.letDraftGo(author);
  }
}

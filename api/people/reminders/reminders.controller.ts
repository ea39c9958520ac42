import { Body, Controller, Delete, Get, HttpCode, ParseUUIDPipe, Put, Query } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { IsISO8601 } from 'class-validator';
import { HELD_DRAFT_ID, type Reminder, type RemindRequest, TOLD_WITHOUT_ID } from '../../contract/people/reminders.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { CurrentParticipant, type SignedInParticipant } from '../participants/signed-in-participant.js';
import { RemindersService } from './reminders.service.js';

class RemindDto implements RemindRequest {
  @ApiProperty({ format: 'date-time' })
  @IsISO8601({ strict: true }, { message: 'Please pick a day.' })
  at: string;
}

const ID = new ParseUUIDPipe({ optional: true });

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
  @ApiQuery({ name: HELD_DRAFT_ID, type: String, required: false })
  @ApiQuery({ name: TOLD_WITHOUT_ID, type: String, required: false })
  @HttpCode(204)
  holdDraft(
    @CurrentParticipant() author: SignedInParticipant,
    @Query(HELD_DRAFT_ID, ID) draftId?: string,
    @Query(TOLD_WITHOUT_ID) toldWithoutId?: string,
  ): Promise<void> {
    return this.reminders.holdDraft(author, draftId, toldWithoutId === 'true');
  }

  @Delete('held-draft')
  @ApiQuery({ name: HELD_DRAFT_ID, type: String, required: false })
  @HttpCode(204)
  letDraftGo(
    @CurrentParticipant() author: SignedInParticipant,
    @Query(HELD_DRAFT_ID, ID) draftId?: string,
  ): Promise<void> {
    return this.reminders.letDraftGo(author, draftId);
  }
}

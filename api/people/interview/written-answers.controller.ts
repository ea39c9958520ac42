import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { IsInt, Min } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { JOINED_ANSWERS_MAX_LENGTH, WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import type { SaveWrittenAnswerRequest, WrittenAnswer } from '../../contract/interview/written-answers.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { JsonBody } from '../../platform/http/json-body.js';
import { PlainText } from '../../platform/http/plain-text.js';
import {
  CurrentParticipant,
  CurrentParticipantId,
  type SignedInParticipant,
} from '../participants/signed-in-participant.js';
import { WrittenAnswersService, YOUR_ANSWER } from './written-answers.service.js';

/** Every character of the longest text, escaped as JSON may. */
const TEXT_JSON = { bytes: JOINED_ANSWERS_MAX_LENGTH * 6 + 1024 };

class SaveWrittenAnswerDto implements SaveWrittenAnswerRequest {
  /** As the service says: longer than `WRITTEN_ANSWER_MAX_LENGTH` only where what is kept is. */
  @ApiProperty({ maxLength: JOINED_ANSWERS_MAX_LENGTH })
  @PlainText(YOUR_ANSWER, JOINED_ANSWERS_MAX_LENGTH, WRITTEN_ANSWER_MAX_LENGTH)
  text: string;

  @ApiProperty({ minimum: 0 })
  @IsInt({ message: 'The revision is a whole number.' })
  @Min(0, { message: 'The revision is a whole number.' })
  revision: number;
}

@Controller('api/written-answers')
@Audience('participant')
export class WrittenAnswersController {
  constructor(private readonly writtenAnswers: WrittenAnswersService) {}

  @Get()
  list(@CurrentParticipantId() participantId: string): Promise<WrittenAnswer[]> {
    return this.writtenAnswers.list(participantId);
  }

  @Put(':questionId')
  @JsonBody(TEXT_JSON)
  save(
    @CurrentParticipant() author: SignedInParticipant,
    @Param('questionId') questionId: string,
    @Body() body: SaveWrittenAnswerDto,
  ): Promise<WrittenAnswer> {
    return this.writtenAnswers.save(author, /^\d{1,3}$/.test(questionId) ? Number(questionId) : -1, body);
  }
}

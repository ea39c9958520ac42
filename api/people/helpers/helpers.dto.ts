import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { AddWordsRequest, OpenHelpRequest } from '../../contract/helping.js';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/limits.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';

export class OpenHelpDto implements OpenHelpRequest {
  @ApiProperty({ type: String })
  @Matches(/^[\w-]{43}$/, { message: 'This is no link of ours.' })
  token: string;
}

export class AddWordsDto implements AddWordsRequest {
  @WholeNumber('The number of the question')
  questionId: number;

  @ApiProperty({ maxLength: WRITTEN_ANSWER_MAX_LENGTH })
  @PlainText('The answer', WRITTEN_ANSWER_MAX_LENGTH)
  text: string;
}

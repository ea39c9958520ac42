import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EMAIL_MAX_LENGTH } from '../../contract/common/limits.js';
import type { SaveProgressRequest } from '../../contract/interview/save-progress.js';
import { TRACKED_STEPS, LAST_STEP } from '../../contract/interview/steps.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';

const FIELDS = TRACKED_STEPS.map(({ wireField }) => wireField);

export class SaveProgressDto implements SaveProgressRequest {
  @PrintableLine('Email', EMAIL_MAX_LENGTH)
  email: string;

  @ApiProperty({ enum: FIELDS })
  @IsIn(FIELDS, { message: 'The field is not one of the interview.' })
  field: string;

  @ApiProperty({ type: Number, minimum: 0, maximum: LAST_STEP })
  @WholeNumber('The question number', 0, LAST_STEP)
  questionNumber: number;
}

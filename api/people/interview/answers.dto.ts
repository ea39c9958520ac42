import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsUUID } from 'class-validator';
import type { SaveAnswerRequest } from '../../contract/answers.js';
import { TITLE_MAX_LENGTH } from '../../contract/limits.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';

/** m:ss or mm:ss. */
const TIMER = /^\d{1,3}:[0-5]\d$/;

/** Fields beside `videoData`. What a client says of type and size is not looked at. */
export class SaveAnswerDto implements Omit<SaveAnswerRequest, 'videoData'> {
  @WholeNumber('The number of the question')
  questionId: number;

  @PrintableLine('The title', TITLE_MAX_LENGTH)
  title: string;

  @ApiProperty({ required: false, format: 'uuid' })
  @IsOptional()
  @IsUUID('all', { message: 'The upload is not known.' })
  uploadId?: string;

  /** Null: the sender knows of no answer yet. */
  @ApiProperty({ required: false, nullable: true, format: 'uuid' })
  @IsOptional()
  @IsUUID('all', { message: 'The answer is not known.' })
  insteadOf?: string | null;

  /** Only a hint: left out rather than refused when it is no time. */
  @ApiProperty({ required: false, example: '2:05' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && TIMER.test(value) ? value : undefined))
  @IsOptional()
  duration?: string;
}

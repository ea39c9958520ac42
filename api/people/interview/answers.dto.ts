import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsOptional, IsUUID } from 'class-validator';
import type { OrderPiecesRequest, SaveAnswerRequest } from '../../contract/answers.js';
import { ANSWER_PIECES_MAX, TITLE_MAX_LENGTH } from '../../contract/limits.js';
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

  @ApiProperty({ required: false, description: 'It goes on from the answer that the question has.' })
  @IsOptional()
  @IsBoolean({ message: 'Say with true or false whether the recording is an addition.' })
  isAddition?: boolean;

  /** Only a hint: left out rather than refused when it is no time. */
  @ApiProperty({ required: false, example: '2:05' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && TIMER.test(value) ? value : undefined))
  @IsOptional()
  duration?: string;
}

const IDS_MESSAGE = { message: 'The order names each recording once.' };

export class OrderPiecesDto implements OrderPiecesRequest {
  @ApiProperty({ type: [String], format: 'uuid' })
  @IsArray(IDS_MESSAGE)
  @ArrayMaxSize(ANSWER_PIECES_MAX, IDS_MESSAGE)
  @ArrayUnique(IDS_MESSAGE)
  @IsUUID('all', { each: true, ...IDS_MESSAGE })
  pieceIds: string[];
}

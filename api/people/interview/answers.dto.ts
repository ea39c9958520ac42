import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsNumber, IsOptional, IsUUID, Max, Min } from 'class-validator';
import type { OrderPiecesRequest, SaveAnswerRequest } from '../../contract/interview/answers.js';
import { ANSWER_PIECES_MAX, TITLE_MAX_LENGTH } from '../../contract/common/limits.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { UploadId } from '../../media/uploads/uploads.dto.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** m:ss or mm:ss. */
const TIMER = /^\d{1,3}:[0-5]\d$/;

const DAY_SECONDS = 24 * 60 * 60;

function Seconds(name: string): PropertyDecorator {
  const message = `${name} is a number of seconds, up to ${DAY_SECONDS}.`;
  return applyDecorators(
    Max(DAY_SECONDS, { message }),
    Min(0, { message }),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
    MayBeLeftOut(),
  );
}

function YesOrNo(what: string): PropertyDecorator {
  return applyDecorators(IsBoolean({ message: `Say with true or false whether ${what}.` }), MayBeLeftOut());
}

export function IsAddition(): PropertyDecorator {
  const description = 'It goes on from the answer that the question has.';
  return applyDecorators(ApiProperty({ required: false, description }), YesOrNo('the recording is an addition'));
}

/** Null: the sender knows of no answer yet. */
export function InsteadOf(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, required: false, nullable: true, format: 'uuid' }),
    IsOptional(),
    IsUUID('all', { message: 'The answer is not known.' }),
  );
}

/** Fields beside `videoData`. What a client says of type and size is not looked at. */
export class SaveAnswerDto implements Omit<SaveAnswerRequest, 'videoData'> {
  @WholeNumber('The number of the question')
  questionId: number;

  @PrintableLine('The title', TITLE_MAX_LENGTH)
  title: string;

  @ApiProperty({ required: false, format: 'uuid' })
  @UploadId()
  uploadId?: string;

  @InsteadOf()
  insteadOf?: string | null;

  @IsAddition()
  isAddition?: boolean;

  @ApiProperty({ required: false, description: 'The length of what was recorded, without pauses.' })
  @Seconds('The length')
  recordedSeconds?: number;

  @ApiProperty({ required: false, description: 'What the recorder may have missed while it began and ended.' })
  @Seconds('What was missed')
  lagSeconds?: number;

  @ApiProperty({ required: false, description: 'From the first picture to the last that the recorder handed over.' })
  @Seconds('The length of the picture')
  pictureSeconds?: number;

  @ApiProperty({ required: false })
  @YesOrNo('there is sound')
  hasSound?: boolean;

  @ApiProperty({ required: false })
  @YesOrNo('there is a picture')
  hasPicture?: boolean;

  @ApiProperty({ required: false, description: 'Whether the whole recording is decoded before the answer comes.' })
  @YesOrNo('the proof is waited for')
  asksProof?: boolean;

  @ApiProperty({ required: false, description: 'What plays of a recording that is not whole is kept.' })
  @YesOrNo('a recording that is not whole is kept')
  keepsFlawed?: boolean;

  /** Only a hint: left out rather than refused when it is no time. */
  @ApiProperty({ required: false, example: '2:05' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && TIMER.test(value) ? value : undefined))
  @MayBeLeftOut()
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

import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsHash,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  NAME_MAX_LENGTH,
  RELEASE_MARKS_MAX,
  RELEASE_WORDS_MAX_LENGTH,
  SENTENCE_MAX_LENGTH,
} from '../../../contract/common/limits.js';
import {
  type AskForReleaseRequest,
  PAPER_REFUSED,
  type PaperReleaseRequest,
  RELEASE_DECISIONS,
  RELEASE_USES,
  type ReleaseDecision,
  type ReleaseLinkAnswer,
  type ReleaseLinkRequest,
  type ReleaseMark,
  type ReleaseRequest,
  type ReleaseUse,
} from '../../../contract/videos/releases.js';
import { PlainText } from '../../../platform/http/plain-text.js';
import { PrintableLine } from '../../../platform/http/printable-text.js';
import { LinkToken } from '../../../platform/http/link-token.js';
import { MayBeLeftOut } from '../../../platform/http/may-be-left-out.js';
import { Moment } from '../../../platform/http/moment.js';

/** A wish for changes may quote many sentences. */
export const RELEASE_JSON = { bytes: 256 * 1024, values: RELEASE_MARKS_MAX * 4 + 100 };

const LONGEST_CUT_SECONDS = 24 * 3600;
const MOMENT = 'The day is not one that we understand.';
const SECONDS = { message: 'A stretch must be given in seconds of the video.' };
const IfGiven = (): PropertyDecorator => ValidateIf((_object, value) => value !== null && value !== undefined);

class ReleaseMarkDto implements ReleaseMark {
  @PlainText('The sentence', SENTENCE_MAX_LENGTH)
  sentence: string;

  @Max(LONGEST_CUT_SECONDS, SECONDS)
  @Min(0, SECONDS)
  @IsNumber({}, SECONDS)
  @ValidateIf(({ sentence, start }: ReleaseMark) => sentence === '' || start !== null)
  @ApiProperty({ type: Number, nullable: true })
  start: number | null;

  @Max(LONGEST_CUT_SECONDS, SECONDS)
  @Min(0, SECONDS)
  @IsNumber({}, SECONDS)
  @ValidateIf(({ sentence, end }: ReleaseMark) => sentence === '' || end !== null)
  @ApiProperty({ type: Number, nullable: true })
  end: number | null;
}

class ReleaseTermsDto {
  @ApiProperty({ enum: RELEASE_USES, isArray: true, required: false })
  @ArrayUnique({ message: 'Each use is said once.' })
  @IsIn(RELEASE_USES, { each: true, message: 'The uses are archive, social and documentary.' })
  @IsArray({ message: 'The uses must be a list.' })
  @MayBeLeftOut()
  uses?: ReleaseUse[];

  @ApiProperty({ type: Boolean, required: false })
  @IsBoolean({ message: 'Only with the link must be true or false.' })
  @MayBeLeftOut()
  linkOnly?: boolean;

  @ApiProperty({ type: String, required: false, nullable: true })
  @Moment(MOMENT)
  @IfGiven()
  publicFrom?: string | null;

  @ApiProperty({ type: String, required: false, nullable: true })
  @Moment(MOMENT)
  @IfGiven()
  publicUntil?: string | null;
}

export class ReleaseDto extends ReleaseTermsDto implements ReleaseRequest {
  @ApiProperty({ type: String })
  @IsHash('sha256', { message: 'Please watch the video first.' })
  cutHash: string;

  @ApiProperty({ enum: RELEASE_DECISIONS })
  @IsIn(RELEASE_DECISIONS, { message: 'Please say yes, no, or what to change.' })
  decision: ReleaseDecision;

  @PrintableLine('Name', NAME_MAX_LENGTH, { required: false })
  @ValidateIf((_object, value) => value !== undefined)
  shownName?: string;

  @ApiProperty({ type: String, required: false, maxLength: RELEASE_WORDS_MAX_LENGTH })
  @PlainText('What to change', RELEASE_WORDS_MAX_LENGTH)
  @MayBeLeftOut()
  words?: string;

  @ApiProperty({ type: () => ReleaseMarkDto, isArray: true, required: false })
  @ValidateNested({ each: true })
  @Type(() => ReleaseMarkDto)
  @ArrayMaxSize(RELEASE_MARKS_MAX, { message: `Please mark at most ${RELEASE_MARKS_MAX} places.` })
  @IsArray({ message: 'The marks must be a list.' })
  @MayBeLeftOut()
  marks?: ReleaseMarkDto[];
}

export class ReleaseLinkDto implements ReleaseLinkRequest {
  @LinkToken()
  token: string;
}

export class ReleaseLinkAnswerDto extends ReleaseDto implements ReleaseLinkAnswer {
  @LinkToken()
  token: string;
}

const ASKED = { message: 'How often they were asked must be a whole number.' };

export class AskForReleaseDto implements AskForReleaseRequest {
  @ApiProperty({ type: Number, required: false })
  @Min(0, ASKED)
  @IsInt(ASKED)
  @MayBeLeftOut()
  asked?: number;
}

/** The fields beside the scan. */
export class PaperReleaseDto extends ReleaseTermsDto implements Omit<PaperReleaseRequest, 'scan' | 'uses'> {
  @IsHash('sha256', { message: 'Please watch the video first.' })
  cutHash: string;

  @IsISO8601({ strict: true }, { message: PAPER_REFUSED.day })
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: PAPER_REFUSED.day })
  signedOn: string;
}

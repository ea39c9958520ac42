import { applyDecorators } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsNotEmpty, IsString, IsUUID, Max, Min, ValidateIf } from 'class-validator';
import type { TranscriptCue } from '../../../contract/transcripts/cues.js';
import {
  CUES_MAX,
  DESCRIPTION_MAX_LENGTH,
  SENTENCE_MAX_LENGTH,
  SHOWCASE_PAGE_SIZE_MAX,
  SHOWCASE_QUERY_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  TRANSCRIPT_FILE_MAX_BYTES,
  TRANSCRIPT_SOURCE_MAX_LENGTH,
  VIDEO_ADDRESS_MAX_LENGTH,
} from '../../../contract/common/limits.js';
import { STORY_OVERVIEW_QUESTION_ID } from '../../../contract/interview/questions.js';
import type {
  CreateShowcaseVideoFields,
  ApproveShowcaseVideoRequest,
  ChooseSentenceRequest,
  DeleteShowcaseVideoRequest,
  EditShowcaseVideoRequest,
  RepeatableRequest,
  StartShowcaseUploadRequest,
} from '../../../contract/videos/showcase.js';
import type { RestoreWordsRequest } from '../../../contract/videos/showcase-words.js';
import { PlainText } from '../../../platform/http/plain-text.js';
import { StartUploadDto } from '../../../media/uploads/uploads.dto.js';
import { SearchText } from '../../stories/search-data.dto.js';
import { MayBeLeftOut } from '../../../platform/http/may-be-left-out.js';

/** A transcript is as long as its file may be. */
export const TRANSCRIPT_JSON = { bytes: TRANSCRIPT_FILE_MAX_BYTES };
/** A timed line is an object of up to five values: beside its times and text its short form, and of a draft its doubt. */
export const CUES_JSON = { ...TRANSCRIPT_JSON, values: CUES_MAX * 6 + 200 };

const OVERVIEW_SPELLINGS = new Set<unknown>(['', 'null', null]);

/** Forms send numbers as text, and nothing or null for the story overview. */
function toQuestionId({ value }: { value: unknown }): unknown {
  if (OVERVIEW_SPELLINGS.has(value)) return STORY_OVERVIEW_QUESTION_ID;
  return toNumber({ value });
}

/** The fields beside the file. Empty texts count as not given. */
export class ShowcaseFieldsDto implements CreateShowcaseVideoFields {
  @IsUUID('all', { message: 'Please select a user.' })
  userId: string;

  @Transform(toQuestionId)
  @Min(STORY_OVERVIEW_QUESTION_ID, { message: 'Please select a question.' })
  @IsInt({ message: 'Please select a question.' })
  questionId: number;

  @MayBeLeftOut()
  @PlainText('The title', TITLE_MAX_LENGTH)
  title?: string;

  @MayBeLeftOut()
  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  description?: string;

  @MayBeLeftOut()
  @PlainText('The transcript', TRANSCRIPT_SOURCE_MAX_LENGTH)
  transcript?: string;

  @MayBeLeftOut()
  @PlainText('The address of the video', VIDEO_ADDRESS_MAX_LENGTH)
  videoUrl?: string;
}

/** As `ShowcaseFieldsDto`, of a request that may come again. */
export class RepeatableShowcaseDto extends ShowcaseFieldsDto implements RepeatableRequest {
  @MayBeLeftOut()
  @IsUUID('all', { message: 'The id of a request must be a UUID.' })
  requestId?: string;
}

export class StartShowcaseUploadDto
  extends IntersectionType(StartUploadDto, ShowcaseFieldsDto)
  implements StartShowcaseUploadRequest {}

/** May be left out; unlike `MayBeLeftOut` it lets no null through as if nothing had been sent. */
const IfSent = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

const OfTextsVersion = (): PropertyDecorator =>
  applyDecorators(IfSent(), IsString({ message: 'The version of the texts must be a text.' }));

const OfQuestion = (): PropertyDecorator =>
  applyDecorators(
    IfSent(),
    Transform(toQuestionId),
    Min(STORY_OVERVIEW_QUESTION_ID, { message: 'Please select a question.' }),
    IsInt({ message: 'Please select a question.' }),
  );

export class EditShowcaseVideoDto implements EditShowcaseVideoRequest {
  @IfSent()
  @IsNotEmpty({ message: 'The title must not be empty.' })
  @PlainText('The title', TITLE_MAX_LENGTH)
  title?: string;

  @IfSent()
  @PlainText('The description', DESCRIPTION_MAX_LENGTH)
  description?: string;

  @IfSent()
  @PlainText('The transcript', TRANSCRIPT_SOURCE_MAX_LENGTH)
  transcript?: string;

  /** Each is checked by `requireTranscript`. */
  @IfSent()
  @IsArray({ message: 'The timed lines must be a list.' })
  cues?: TranscriptCue[];

  @OfTextsVersion()
  textsVersion?: string;

  @IfSent()
  @PlainText('The address of the video', VIDEO_ADDRESS_MAX_LENGTH)
  videoUrl?: string;

  @IfSent()
  @IsUUID('all', { message: 'Please select a user.' })
  userId?: string;

  @OfQuestion()
  questionId?: number;

  @IfSent()
  @IsUUID('all', { message: 'The user must be the id of one.' })
  fromUserId?: string;

  @OfQuestion()
  fromQuestionId?: number;
}

export class ChooseSentenceDto implements ChooseSentenceRequest {
  @ValidateIf((_object, value) => value !== null)
  @IsNotEmpty({ message: 'The sentence must not be empty.' })
  @PlainText('The sentence', SENTENCE_MAX_LENGTH)
  sentence: string | null;
}

export class ApproveShowcaseVideoDto implements ApproveShowcaseVideoRequest {
  @OfTextsVersion()
  textsVersion?: string;

  @IfSent()
  @IsUUID('all', { message: 'The user must be the id of one.' })
  userId?: string;

  @OfQuestion()
  questionId?: number;

  @IfSent()
  @IsString({ message: 'The shown name must be text.' })
  shownName?: string;

  @IfSent()
  @IsString({ message: 'The address of the video must be text.' })
  videoUrl?: string;
}

export class DeleteShowcaseVideoDto extends ApproveShowcaseVideoDto implements DeleteShowcaseVideoRequest {
  @IfSent()
  @IsBoolean({ message: 'Whether it is approved must be true or false.' })
  isApproved?: boolean;
}

export class RestoreWordsDto implements RestoreWordsRequest {
  @OfTextsVersion()
  textsVersion?: string;
}

export class ShowcasePageQueryDto {
  @IsIn(['waiting', 'approved'], { message: 'The list is waiting or approved.' })
  list: 'waiting' | 'approved';

  @SearchText(SHOWCASE_QUERY_MAX_LENGTH)
  q = '';

  @IfSent()
  @IsUUID('all', { message: 'The user must be the id of one.' })
  userId?: string;

  @Transform(toNumber)
  @IsInt({ message: 'The offset must be a whole number.' })
  @MayBeLeftOut()
  offset = 0;

  @Transform(toNumber)
  @Max(SHOWCASE_PAGE_SIZE_MAX, { message: 'A page has not that many videos.' })
  @Min(1, { message: 'A page has at least one video.' })
  @IsInt({ message: 'The size of a page must be a whole number.' })
  @MayBeLeftOut()
  size = SHOWCASE_PAGE_SIZE_MAX;
}

/** A query sends numbers as text. */
function toNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsInt, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { SEARCH_PAGE_SIZE, TRANSCRIPT_MAX_LENGTH } from '../../contract/common/limits.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** Far beyond any archive, and a number for PostgreSQL. */
const LAST_ROW = 1_000_000_000;

/** A property of a query that holds what is searched for. */
export function SearchText(maxLength: number): PropertyDecorator {
  return applyDecorators(
    MaxLength(maxLength, { message: 'The search text is too long.' }),
    IsString({ message: 'The search text must be given once.' }),
    MayBeLeftOut(),
  );
}

export class SearchDataQueryDto {
  @SearchText(TRANSCRIPT_MAX_LENGTH)
  q?: string;

  /** Where the page of rows begins; without it the stories are told whole. */
  @Max(LAST_ROW, { message: 'from is too large.' })
  @Min(0, { message: 'from must not be negative.' })
  @IsInt({ message: 'from must be a whole number.' })
  @Type(() => Number)
  @MayBeLeftOut()
  from?: number;

  /** Ids of rows to confirm, with commas between them. */
  @IsUUID(undefined, { each: true, message: 'shown must be ids of videos.' })
  @ArrayMaxSize(SEARCH_PAGE_SIZE, { message: `shown must be at most ${SEARCH_PAGE_SIZE} ids.` })
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value))
  @MayBeLeftOut()
  shown: string[] = [];
}

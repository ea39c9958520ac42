import { IsOptional, IsString, MaxLength } from 'class-validator';
import { TRANSCRIPT_MAX_LENGTH } from '../contract/limits.js';

export class SearchDataQueryDto {
  @MaxLength(TRANSCRIPT_MAX_LENGTH, { message: 'The search text is too long.' })
  @IsString({ message: 'The search text must be given once.' })
  @IsOptional()
  q?: string;
}

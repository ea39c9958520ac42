import { ApiProperty, PartialType } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { DESCRIPTION_MAX_LENGTH, REDIRECT_URL_MAX_LENGTH } from '../../contract/limits.js';
import type { AddRedirectRequest, ChangeRedirectRequest } from '../../contract/redirects.js';
import { LAST_STEP } from '../../contract/steps.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { IsRedirectAddress } from './redirect-address.js';
import { REDIRECT_INCOMPLETE } from '../../contract/wordings.js';

const FILL_IN_ALL = { message: REDIRECT_INCOMPLETE };

export class AddRedirectDto implements AddRedirectRequest {
  @ApiProperty({ type: Number, minimum: 0, maximum: LAST_STEP })
  @WholeNumber('The question', 0, LAST_STEP)
  question: number;

  @IsRedirectAddress()
  @PrintableLine('The redirect URL', REDIRECT_URL_MAX_LENGTH)
  @IsNotEmpty(FILL_IN_ALL)
  redirectUrl: string;

  @PrintableLine('The description', DESCRIPTION_MAX_LENGTH)
  @IsNotEmpty(FILL_IN_ALL)
  description: string;
}

/** A field may be left out, but not emptied. */
export class ChangeRedirectDto
  extends PartialType(AddRedirectDto, { skipNullProperties: false })
  implements ChangeRedirectRequest
{
  @IsOptional()
  @IsString({ message: 'The id must be text.' })
  id?: string;
}

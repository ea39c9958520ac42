import { IsNotEmpty, IsString, ValidateBy } from 'class-validator';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { DESCRIPTION_MAX_LENGTH, REDIRECT_URL_MAX_LENGTH } from '../../contract/common/limits.js';
import type { AddRedirectRequest, ChangeRedirectRequest } from '../../contract/interview/redirects.js';
import { LAST_STEP } from '../../contract/interview/steps.js';
import { FieldsAsRead } from '../../platform/http/fields-as-read.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { WholeNumber } from '../../platform/http/whole-number.js';
import { REDIRECT_INCOMPLETE } from '../../contract/common/wordings.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** Where a form is tried out on one's own machine, without a certificate. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The URL parser forgives a missing host, spaces and backslashes, and so hides where an address leads. */
const FULL_ADDRESS = /^https?:\/\/[^\s\\/][^\s\\]*$/i;

/** It lets names without letters pass, too. */
const GAP_IN_HOST = /^\.|\.\./;

/** What keeps people from being sent to `address`, or null. */
function redirectAddressFault(address: string): string | null {
  const url = FULL_ADDRESS.test(address) ? URL.parse(address) : null;
  if (!url || GAP_IN_HOST.test(url.hostname)) return 'Please enter a full address, such as https://example.org/form.';
  if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) return 'The address must begin with https://.';
  if (url.username || url.password) return 'The address must not contain a user name or a password.';
  return null;
}

/** A property of a request that holds an address which people may be sent to. */
function IsRedirectAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isRedirectAddress',
    validator: {
      validate: (value) => redirectAddressFault(String(value)) === null,
      defaultMessage: (given) => redirectAddressFault(String(given?.value)) ?? '',
    },
  });
}

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
  @MayBeLeftOut()
  @IsString({ message: 'The id must be text.' })
  id?: string;

  @FieldsAsRead()
  @MayBeLeftOut()
  was?: Partial<AddRedirectRequest>;
}

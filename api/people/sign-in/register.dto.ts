import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, ValidateIf } from 'class-validator';
import { HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../../contract/common/limits.js';
import type { RegisterRequest } from '../../contract/people/participants.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

/** A handle is looked at only when its owner wants to be tagged and gave one. */
const HandleOf = (field: 'instagram' | 'tiktok') =>
  ValidateIf((request: RegisterRequest) => request.tag === true && Boolean(request[field]));

/** Whether somebody wants to be named where their story is shared. */
export function IsTag(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Boolean, required: false }),
    IsBoolean({ message: 'Tag must be true or false.' }),
  );
}

export class RegisterDto implements RegisterRequest {
  @PrintableLine('First name', NAME_MAX_LENGTH)
  firstName: string;

  @PrintableLine('Last name', NAME_MAX_LENGTH)
  lastName: string;

  @EmailAddress()
  email: string;

  @IsTag()
  @MayBeLeftOut()
  tag?: boolean;

  @PrintableLine('Instagram', HANDLE_MAX_LENGTH, { required: false })
  @HandleOf('instagram')
  instagram?: string;

  @PrintableLine('TikTok', HANDLE_MAX_LENGTH, { required: false })
  @HandleOf('tiktok')
  tiktok?: string;
}

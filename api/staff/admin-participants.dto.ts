import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, ValidateIf } from 'class-validator';
import type { ChangeUserRequest, CorrectableFields, MarkDoneRequest } from '../contract/staff/admin-participants.js';
import { EMAIL_MAX_LENGTH, HANDLE_MAX_LENGTH, NAME_MAX_LENGTH } from '../contract/common/limits.js';
import { EmailAddress } from '../platform/mail/email-address.js';
import { FieldsAsRead } from '../platform/http/fields-as-read.js';
import { PrintableLine } from '../platform/http/printable-text.js';
import { IsTag } from '../people/sign-in/register.dto.js';
import { MayBeLeftOut } from '../platform/http/may-be-left-out.js';

/** Left out it stays as it is; null is a value, and refused like any other wrong one. */
const IfGiven = (field: keyof ChangeUserRequest) =>
  ValidateIf((request: ChangeUserRequest) => request[field] !== undefined);
/** An empty handle removes the one that is there. */
const IfHandle = (field: 'instagram' | 'tiktok') => ValidateIf((request: ChangeUserRequest) => Boolean(request[field]));

export class ChangeUserDto implements ChangeUserRequest {
  @ApiProperty({ type: Boolean, required: false })
  @IsBoolean({ message: 'Please say whether photos are needed: true or false.' })
  @IfGiven('photosNeeded')
  photosNeeded?: boolean;

  @PrintableLine('First name', NAME_MAX_LENGTH, { required: false })
  @IfGiven('firstName')
  firstName?: string;

  @PrintableLine('Last name', NAME_MAX_LENGTH, { required: false })
  @IfGiven('lastName')
  lastName?: string;

  @EmailAddress()
  @IfGiven('email')
  email?: string;

  @IsTag()
  @IfGiven('tag')
  tag?: boolean;

  @PrintableLine('Instagram', HANDLE_MAX_LENGTH, { required: false })
  @IfHandle('instagram')
  instagram?: string | null;

  @PrintableLine('TikTok', HANDLE_MAX_LENGTH, { required: false })
  @IfHandle('tiktok')
  tiktok?: string | null;

  @ApiProperty({ type: Boolean, required: false })
  @IsBoolean({ message: 'Please say whether the old address leads to the new one: true or false.' })
  @IfGiven('redirectOldAddress')
  redirectOldAddress?: boolean;

  @FieldsAsRead()
  @IfGiven('was')
  was?: Partial<CorrectableFields>;
}

export class MarkDoneDto implements MarkDoneRequest {
  @ApiProperty({ type: Boolean, required: false })
  @IsBoolean({ message: 'Please say whether this person is done: true or false.' })
  @MayBeLeftOut()
  done?: boolean;
}

export class EmailParamDto {
  @PrintableLine('Email', EMAIL_MAX_LENGTH)
  email: string;
}

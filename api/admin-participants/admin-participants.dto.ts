import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import type { ChangeUserRequest } from '../contract/admin-participants.js';
import { EMAIL_MAX_LENGTH } from '../contract/limits.js';
import { PrintableLine } from '../http/printable-text.js';

export class ChangeUserDto implements ChangeUserRequest {
  @ApiProperty({ type: Boolean })
  @IsBoolean({ message: 'Please say whether photos are needed: true or false.' })
  photosNeeded: boolean;
}

export class EmailParamDto {
  @PrintableLine('Email', EMAIL_MAX_LENGTH)
  email: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { IsString, ValidateIf } from 'class-validator';
import { NAME_MAX_LENGTH } from '../../contract/common/limits.js';
import type { OpenStaffSessionRequest } from '../../contract/staff/staff.js';
import { PrintableLine } from '../http/printable-text.js';

export class OpenStaffSessionDto implements OpenStaffSessionRequest {
  @ApiProperty({ type: String })
  @IsString({ message: 'Password is required.' })
  password: string;

  @PrintableLine('Your name', NAME_MAX_LENGTH, { required: false })
  @ValidateIf(({ name }: OpenStaffSessionDto) => Boolean(name))
  name?: string | null;
}

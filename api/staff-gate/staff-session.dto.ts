import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { OpenStaffSessionRequest } from '../contract/staff.js';

export class OpenStaffSessionDto implements OpenStaffSessionRequest {
  @ApiProperty({ type: String })
  @IsString({ message: 'Password is required.' })
  password: string;
}

import { ApiProperty } from '@nestjs/swagger';
import { Equals } from 'class-validator';
import type { UpdateStatusRequest } from '../../contract/participants.js';

export class UpdateStatusDto implements UpdateStatusRequest {
  @ApiProperty({ enum: ['submitted'] })
  @Equals('submitted', { message: "The status can only become 'submitted'." })
  status: 'submitted';
}

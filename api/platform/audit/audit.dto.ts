import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { AUDIT_KINDS, type AuditKind } from '../../contract/audit.js';
import { NAME_MAX_LENGTH } from '../../contract/limits.js';
import { PrintableLine } from '../http/printable-text.js';
import { WholeNumber } from '../http/whole-number.js';

const KINDS = [...new Set(Object.values(AUDIT_KINDS))];

export class StaffChangesQueryDto {
  @IsOptional()
  @WholeNumber('The last change that is known')
  after?: number;
}

export class AuditQueryDto {
  @IsOptional()
  @WholeNumber('The entry to go on from')
  before?: number;

  @ApiProperty({ type: String, required: false })
  @IsOptional()
  @IsUUID(undefined, { message: 'The person must be given by their id.' })
  person?: string;

  @PrintableLine('The producer', NAME_MAX_LENGTH, { required: false })
  @IsOptional()
  producer?: string;

  @ApiProperty({ enum: KINDS, required: false })
  @IsOptional()
  @IsIn(KINDS, { message: `The kind must be one of ${KINDS.join(', ')}.` })
  kind?: AuditKind;
}

import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsUUID } from 'class-validator';
import { AUDIT_KINDS, type AuditKind } from '../../contract/staff/audit.js';
import { NAME_MAX_LENGTH } from '../../contract/common/limits.js';
import { PrintableLine } from '../http/printable-text.js';
import { WholeNumber } from '../http/whole-number.js';
import { MayBeLeftOut } from '../http/may-be-left-out.js';

const KINDS = [...new Set(Object.values(AUDIT_KINDS))];

export class StaffChangesQueryDto {
  @MayBeLeftOut()
  @WholeNumber('The last change that is known')
  after?: number;
}

export class AuditQueryDto {
  @MayBeLeftOut()
  @WholeNumber('The entry to go on from')
  before?: number;

  @ApiProperty({ type: String, required: false })
  @MayBeLeftOut()
  @IsUUID(undefined, { message: 'The person must be given by their id.' })
  person?: string;

  @PrintableLine('The producer', NAME_MAX_LENGTH, { required: false })
  @MayBeLeftOut()
  producer?: string;

  @ApiProperty({ enum: KINDS, required: false })
  @MayBeLeftOut()
  @IsIn(KINDS, { message: `The kind must be one of ${KINDS.join(', ')}.` })
  kind?: AuditKind;
}

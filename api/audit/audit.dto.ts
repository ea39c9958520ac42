import { IsOptional } from 'class-validator';
import { WholeNumber } from '../http/whole-number.js';

export class AuditQueryDto {
  @IsOptional()
  @WholeNumber('The entry to go on from')
  before?: number;
}

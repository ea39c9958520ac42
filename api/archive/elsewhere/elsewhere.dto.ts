import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsUUID } from 'class-validator';
import { type AddPlaceRequest, type SettleRemovalRequest, STAFF_OUTCOMES } from '../../contract/staff/elsewhere.js';
import {
  PLACE_ADDRESS_MAX_LENGTH,
  PLACE_NAME_MAX_LENGTH,
  REMOVAL_NOTE_MAX_LENGTH,
} from '../../contract/common/limits.js';
import { PlainText } from '../../platform/http/plain-text.js';
import { PrintableLine } from '../../platform/http/printable-text.js';
import { MayBeLeftOut } from '../../platform/http/may-be-left-out.js';

export class AddPlaceDto implements AddPlaceRequest {
  @PrintableLine('Name', PLACE_NAME_MAX_LENGTH)
  name: string;

  @PrintableLine('Address', PLACE_ADDRESS_MAX_LENGTH, { required: false })
  @MayBeLeftOut()
  address?: string;

  @ApiProperty({ type: String, required: false })
  @IsUUID('all', { message: 'Please say whose story stands there.' })
  @MayBeLeftOut()
  userId?: string;
}

export class SettleRemovalDto implements SettleRemovalRequest {
  @ApiProperty({ enum: STAFF_OUTCOMES })
  @IsIn(STAFF_OUTCOMES, { message: 'Please say what came of it.' })
  outcome: SettleRemovalRequest['outcome'];

  @ApiProperty({ type: String, required: false, maxLength: REMOVAL_NOTE_MAX_LENGTH })
  @PlainText('Note', REMOVAL_NOTE_MAX_LENGTH)
  @MayBeLeftOut()
  note?: string;
}

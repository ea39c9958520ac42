import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsObject } from 'class-validator';
import { NAME_MAX_LENGTH, PASSKEY_LABEL_MAX_LENGTH } from '../../contract/common/limits.js';
import {
  type AddPasskeyRequest,
  type AddProducerRequest,
  STAFF_PAGE_NAMES,
  type StaffLinkRequest,
  type StaffPageName,
  type UsePasskeyRequest,
  type UseStaffLinkRequest,
} from '../../contract/staff/staff.js';
import { PASSKEY_REFUSED } from '../../contract/common/wordings.js';
import { PrintableLine } from '../http/printable-text.js';
import { EmailAddress } from '../mail/email-address.js';
import { MailedToken } from './mailed-link.js';

export class StaffLinkDto implements StaffLinkRequest {
  @EmailAddress()
  email: string;

  @ApiProperty({ enum: STAFF_PAGE_NAMES })
  @IsIn(STAFF_PAGE_NAMES, { message: `The page must be one of ${STAFF_PAGE_NAMES.join(', ')}.` })
  page: StaffPageName;
}

export class UseStaffLinkDto implements UseStaffLinkRequest {
  @MailedToken()
  token: string;
}

/** What a browser answers with is verified as a whole, where it is known what it should be. */
export class UsePasskeyDto implements UsePasskeyRequest {
  @ApiProperty({ type: Object })
  @IsObject({ message: PASSKEY_REFUSED })
  response: AuthenticationResponseJSON;
}

export class AddPasskeyDto implements AddPasskeyRequest {
  @ApiProperty({ type: Object })
  @IsObject({ message: PASSKEY_REFUSED })
  response: RegistrationResponseJSON;

  @PrintableLine('The name of the passkey', PASSKEY_LABEL_MAX_LENGTH)
  label: string;
}

export class AddProducerDto implements AddProducerRequest {
  @EmailAddress()
  email: string;

  @PrintableLine('Name', NAME_MAX_LENGTH)
  name: string;
}

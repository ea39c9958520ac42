import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import type {
  AskGuardianRequest,
  GuardianAnswerRequest,
  GuardianPreviewRequest,
  RecordingConsentRequest,
} from '../../contract/consent/consent.js';
import { EmailAddress } from '../../platform/mail/email-address.js';
import { LinkToken } from '../../platform/http/link-token.js';

class VersionDto {
  @Matches(/^\d{4}-\d\d-\d\d(?:\.\d+)?$/, { message: 'The version of the words must be given as a day, and a number.' })
  version: string;
}

class AnsweredDto extends VersionDto {
  @ApiProperty({ enum: ['yes', 'no'] })
  @IsIn(['yes', 'no'], { message: "The answer must be 'yes' or 'no'." })
  answer: 'yes' | 'no';
}

export class ConsentAnswerDto extends AnsweredDto implements RecordingConsentRequest {}

export class AskGuardianDto extends VersionDto implements AskGuardianRequest {
  @EmailAddress()
  email: string;
}

export class GuardianTokenDto implements GuardianPreviewRequest {
  @LinkToken()
  token: string;
}

export class GuardianAnswerDto extends AnsweredDto implements GuardianAnswerRequest {
  @LinkToken()
  token: string;
}

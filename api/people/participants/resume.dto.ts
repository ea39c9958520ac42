import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { ResumeRequest, SignInLinkRequest } from '../../contract/resume.js';
import { EmailAddress } from '../../platform/mail/email-address.js';

export class ResumeDto implements ResumeRequest {
  @EmailAddress()
  email: string;
}

export class SignInLinkDto implements SignInLinkRequest {
  @ApiProperty({ type: String })
  @IsString({ message: 'The link is not complete. Please open it from the mail again.' })
  token: string;
}

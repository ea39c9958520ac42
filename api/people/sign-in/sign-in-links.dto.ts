import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { SignInLinkRequest } from '../../contract/sign-in.js';

/** What stands behind the address of a link that proves an e-mail. */
export function MailedToken(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String }),
    IsString({ message: 'The link is not complete. Please open it from the mail again.' }),
  );
}

export class SignInLinkDto implements SignInLinkRequest {
  @MailedToken()
  token: string;
}

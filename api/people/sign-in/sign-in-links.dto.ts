import type { SignInLinkRequest } from '../../contract/people/sign-in.js';
import { MailedToken } from '../../platform/auth/mailed-link.js';

export class SignInLinkDto implements SignInLinkRequest {
  @MailedToken()
  token: string;
}

import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { writtenDuration } from '../../contract/common/grammar.js';
import { AppError } from '../http/app-error.js';

/** In the mail with a link that signs in, for whoever it surprises. */
export const LINK_NOT_ASKED_FOR =
  'If you did not ask for this, you need not do anything. Nobody is signed in without this link.';

/** What stands behind the address of a link that proves an e-mail. */
export function MailedToken(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String }),
    IsString({ message: 'The link is not complete. Please open it from the mail again.' }),
  );
}

/** The refusal of a mailed link that was used, or is older than it may be. */
export function linkExpired(maxAgeMs: number): AppError {
  const age = writtenDuration(maxAgeMs);
  const message = `This link does not work any more. Links work once, within ${age}. Please ask for a new one.`;
  return new AppError(410, 'link_expired', message);
}

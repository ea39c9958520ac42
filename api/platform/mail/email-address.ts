import { applyDecorators } from '@nestjs/common';
import { IsEmail, ValidateBy } from 'class-validator';
import { EMAIL_MAX_LENGTH } from '../../contract/common/limits.js';
import { mailbox } from '../../contract/people/mailbox.js';
import { PrintableLine } from '../http/printable-text.js';
import { INVALID_EMAIL } from '../../contract/common/wordings.js';

const INVALID = { message: INVALID_EMAIL };

/** A property of a request that holds one e-mail address, trimmed. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(PrintableLine('Email', EMAIL_MAX_LENGTH), IsEmail({}, INVALID), HasMailbox());
}

/** Mails can be sent there: the domain is one in the letters of the DNS, too. */
const HasMailbox = () => ValidateBy({ name: 'hasMailbox', validator: { validate: hasMailbox } }, INVALID);

function hasMailbox(value: unknown): boolean {
  return typeof value === 'string' && mailbox(value) !== null;
}

import { applyDecorators } from '@nestjs/common';
import { IsEmail } from 'class-validator';
import { EMAIL_MAX_LENGTH } from '../contract/limits.js';
import { PrintableLine } from './printable-text.js';

/** A property of a request that holds one e-mail address, trimmed. */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    PrintableLine('Email', EMAIL_MAX_LENGTH),
    IsEmail({}, { message: 'Please enter a valid email address.' }),
  );
}

import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Matches, MaxLength } from 'class-validator';
import { toReadableText } from '../../contract/common/readable-text.js';

/** The one character that PostgreSQL keeps in no text. */
const WITHOUT_NUL = /^[^\0]*$/;

/**
 * A property of a request that holds trimmed text of any number of lines, at most `maxLength` characters; may be empty.
 * @param saidLength what a refusal says, where more is taken of what is kept already
 */
export function PlainText(name: string, maxLength: number, saidLength = maxLength): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? toPlainText(value) : value)),
    Matches(WITHOUT_NUL, { message: `${name} must be readable text.` }),
    MaxLength(maxLength, { message: tooLong(name, saidLength) }),
    IsString({ message: `${name} must be text.` }),
  );
}

export function tooLong(name: string, maxLength: number): string {
  return `${name} must be at most ${maxLength} characters long.`;
}

/** Multipart forms end their lines with CR LF, JSON with what was typed: one text is one text whichever way it came. */
export function toPlainText(value: string): string {
  return toReadableText(value).trim().toWellFormed();
}

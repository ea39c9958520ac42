import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

/**
 * One line that can be shown: no control characters (PostgreSQL refuses NUL), no broken surrogates and
 * no marks that reverse the text around them, in which at least one character is visible.
 */
const PRINTABLE_LINE = /^(?=.*[\p{L}\p{N}\p{P}\p{S}])[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$/u;

/**
 * A property of a request that holds one trimmed line of printable text, at most `maxLength` characters.
 * `name` begins the sentence of a refusal: "First name …". `required: false` only documents that it may be left out.
 */
export function PrintableLine(name: string, maxLength: number, options = { required: true }): PropertyDecorator {
  const required = { message: `${name} is required.` };
  return applyDecorators(
    ApiProperty({ type: String, maxLength, required: options.required }),
    Trimmed(),
    IsString(required),
    IsNotEmpty(required),
    MaxLength(maxLength, { message: `${name} must be at most ${maxLength} characters long.` }),
    Matches(PRINTABLE_LINE, { message: `${name} must be readable text on one line.` }),
  );
}

/** Removes white space around a text; anything that is no text is left for the validator to refuse. */
function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

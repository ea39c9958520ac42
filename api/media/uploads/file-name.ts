import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { FILE_NAME_MAX_LENGTH } from '../../contract/limits.js';

/** Control characters, broken surrogates and marks that reverse the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A property of a request that holds a client's file name: only ever shown, so it is cleaned rather than refused. */
export function FileName(name: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanFileName(value) : value)),
    IsString({ message: `${name} is required.` }),
  );
}

function cleanFileName(text: string): string {
  return text.slice(0, FILE_NAME_MAX_LENGTH).replaceAll(UNPRINTABLE, '');
}

import { type Type, ValidationPipe } from '@nestjs/common';
import { fieldsOf, refuseUnknownFields } from '../../platform/http/known-fields.js';

const pipe = new ValidationPipe({ whitelist: true, transform: true, stopAtFirstError: true });

/** Checks the fields of a body that was streamed, as the global pipe checks those of the others: 400 with the first fault. */
export function checkFields<T>(dto: Type<T>, fields: Record<string, unknown>): Promise<T> {
  return pipe.transform(fields, { type: 'body', metatype: dto }) as Promise<T>;
}

/** As `checkFields`, and a field that neither `dto` nor `alsoKnown` has is refused by its name. */
export function checkKnownFields<T>(
  dto: Type<T>,
  fields: Record<string, unknown>,
  alsoKnown: readonly string[] = [],
): Promise<T> {
  refuseUnknownFields(fields, fieldsOf(dto).union(new Set(alsoKnown)));
  return checkFields(dto, fields);
}

import { type Type, ValidationPipe } from '@nestjs/common';

const pipe = new ValidationPipe({ whitelist: true, transform: true, stopAtFirstError: true });

/** Checks the fields of a body that was streamed, as the global pipe checks those of the others: 400 with the first fault. */
export function checkFields<T>(dto: Type<T>, fields: Record<string, unknown>): Promise<T> {
  return pipe.transform(fields, { type: 'body', metatype: dto }) as Promise<T>;
}

import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** A property of a request that holds a whole number from `min` to `max`, in a form or in JSON also as text. */
export function WholeNumber(name: string, min = 0, max = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = `${name} must be a whole number ${range}.`;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (isDigits(value) ? Number(value) : value)),
    Max(max, { message }),
    Min(min, { message }),
    IsInt({ message }),
  );
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,16}$/.test(value);
}

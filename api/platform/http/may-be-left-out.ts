import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';

/** A property of a request that may be left out. `null` says the same, and reaches no service: no column keeps it. */
export function MayBeLeftOut(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => value ?? undefined),
    IsOptional(),
  );
}
